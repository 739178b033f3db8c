package org.peerlock.internal.transport;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * A new private key and a certificate for it that nobody else has signed. The registry vouches for it by its hash, so its name
 * and its dates mean nothing: they are the same in all certificates. The private key never leaves the process.
 *
 * @param certificate of version 1, for an elliptic curve key (P-256)
 */
record SelfSignedCertificate(PrivateKey key, X509Certificate certificate) {

    // DER: the tags, and the encoded identifiers of ecdsa-with-SHA256 and of commonName
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final byte[] ECDSA_WITH_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

    private static final int SERIAL_BITS = 127;

    /** Draws a key, and signs its certificate. */
    static SelfSignedCertificate create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            byte[] algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, ECDSA_WITH_SHA256));
            byte[] signed = signedPart(algorithm, keys.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed);
            byte[] noUnusedBits = {0};
            byte[] encoded = der(SEQUENCE, signed, algorithm, der(BIT_STRING, noUnusedBits, signature.sign()));
            return new SelfSignedCertificate(keys.getPrivate(), (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "this Java runtime cannot make a certificate for TLS: " + e.getMessage()
                            + ". If it was made by jlink, add the module jdk.crypto.ec",
                    e);
        }
    }

    private static byte[] signedPart(byte[] algorithm, byte[] publicKey) {
        byte[] serial = new BigInteger(SERIAL_BITS, new SecureRandom()).toByteArray();
        byte[] name = der(
                SEQUENCE,
                der(SET, der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, ascii("peerlock")))));
        byte[] dates = der(
                SEQUENCE,
                der(GENERALIZED_TIME, ascii("20000101000000Z")),
                der(GENERALIZED_TIME, ascii("99991231235959Z")));
        return der(SEQUENCE, der(INTEGER, serial), algorithm, name, dates, name, publicKey);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Tag, length and contents. */
    private static byte[] der(int tag, byte[]... contents) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            all.writeBytes(content);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (all.size() < 0x80) {
            out.write(all.size());
        } else {
            byte[] length = BigInteger.valueOf(all.size()).toByteArray();
            int zeros = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - zeros));
            out.write(length, zeros, length.length - zeros);
        }
        out.writeBytes(all.toByteArray());
        return out.toByteArray();
    }
}
