package org.peerlock.internal.cluster;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A random key that is drawn when a registry is created, and kept in it. A node that knows it can read the registry, so the nodes
 * of a cluster let it take part. It is never sent to another node, and never written to a log.
 */
public final class RegistrySecret {

    private static final int BYTES = 32;

    /** Stands for the secret in a state that is sent: the receiver has the secret from the registry. It proves nothing. */
    public static final RegistrySecret WITHHELD = new RegistrySecret(new byte[BYTES]);

    private final byte[] bytes;

    private RegistrySecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Draws a new secret.
     *
     * @param random must be good enough that nobody can guess what it draws
     */
    public static RegistrySecret draw(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return new RegistrySecret(bytes);
    }

    /**
     * What {@link #digits} wrote.
     *
     * @throws IllegalArgumentException if it did not write that; the message does not repeat the digits
     */
    public static RegistrySecret parse(String digits) {
        if (!digits.matches("[0-9a-f]{" + 2 * BYTES + "}")) {
            throw new IllegalArgumentException("not " + 2 * BYTES + " hexadecimal digits");
        }
        return new RegistrySecret(HexFormat.of().parseHex(digits));
    }

    /** The secret itself, for the registry. */
    String digits() {
        return HexFormat.of().formatHex(bytes);
    }

    /** The secret itself, as a key. */
    public byte[] key() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegistrySecret that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Does not tell it. */
    @Override
    public String toString() {
        return "secret";
    }
}
