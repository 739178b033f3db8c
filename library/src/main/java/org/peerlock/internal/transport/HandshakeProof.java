package org.peerlock.internal.transport;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.io.netty.buffer.ByteBuf;
import org.peerlock.internal.io.netty.buffer.Unpooled;

/**
 * Proves to the other end of a connection that a node knows the secret of the registry, without telling it. Anybody on this
 * machine can connect to a node, and anybody can listen where a node has listened before. So both ends prove that they belong to
 * the cluster before they believe anything:
 *
 * <pre>
 *     dialer                                  acceptor
 *       |  Hello: versions, nonce                |
 *       |---------------------------------------&gt;|
 *       |  Challenge: versions, nonce, proof     |     the acceptor proves itself first, so the dialer does
 *       |&lt;---------------------------------------|     not say who it is to a stranger
 *       |  Identity: who dials, proof            |
 *       |---------------------------------------&gt;|
 *       |  Welcome, or Refused                   |
 *       |&lt;---------------------------------------|
 * </pre>
 *
 * <p>A proof is a keyed hash (HMAC-SHA-256, with the secret as its key) of everything that the handshake is about: which end
 * proves itself, so that nobody can send a proof back to its author; the versions that both speak; the cluster; both nonces, so that no proof is
 * valid twice; the incarnation of the acceptor, so that a stranger at the address of one node cannot pass the challenge on to
 * another; the certificates of both ends, if the connection has any ({@link ChannelBinding}); and the incarnation of the dialer,
 * once it has been said.
 *
 * <p>Packets are not protected by this. Between machines TLS does that. On the loopback interface, no other user can read or change
 * what is sent on a connection.
 */
final class HandshakeProof {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final byte ACCEPTOR = 0;
    private static final byte DIALER = 1;

    private final byte[] hash;

    private HandshakeProof(byte[] hash) {
        this.hash = hash;
    }

    /**
     * What both ends know before the dialer has said who it is.
     *
     * @param hello of the dialer
     * @param protocols of the acceptor
     * @param nonce of the acceptor
     * @param binding to the connection
     */
    record Context(
            RegistrySecret secret,
            String cluster,
            HandshakeRequest.Hello hello,
            ProtocolRange protocols,
            Nonce nonce,
            Incarnation acceptor,
            ChannelBinding binding) {

        Context {
            if (secret.equals(RegistrySecret.WITHHELD)) {
                throw new IllegalArgumentException("this secret is known to everybody");
            }
        }

        HandshakeProof byAcceptor() {
            return prove(transcript(ACCEPTOR));
        }

        HandshakeProof byDialer(Incarnation dialer) {
            ByteBuf transcript = transcript(DIALER);
            WireFormat.writeIncarnation(transcript, dialer);
            return prove(transcript);
        }

        private ByteBuf transcript(byte side) {
            ByteBuf out = Unpooled.buffer().writeByte(side);
            WireFormat.writeString(out, cluster);
            hello.write(out);
            WireFormat.writeProtocols(out, protocols);
            nonce.write(out);
            WireFormat.writeIncarnation(out, acceptor);
            binding.write(out);
            return out;
        }

        private HandshakeProof prove(ByteBuf transcript) {
            byte[] key = secret.key();
            try {
                Mac mac = Mac.getInstance(ALGORITHM);
                mac.init(new SecretKeySpec(key, ALGORITHM));
                mac.update(transcript.nioBuffer());
                return new HandshakeProof(mac.doFinal());
            } catch (GeneralSecurityException e) {
                throw new AssertionError("every Java runtime has it", e);
            } finally {
                Arrays.fill(key, (byte) 0);
            }
        }
    }

    void write(ByteBuf out) {
        out.writeBytes(hash);
    }

    static HandshakeProof read(ByteBuf in) {
        WireFormat.require(in, BYTES);
        byte[] hash = new byte[BYTES];
        in.readBytes(hash);
        return new HandshakeProof(hash);
    }

    /** Takes the same time wherever the two differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof HandshakeProof that && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }
}
