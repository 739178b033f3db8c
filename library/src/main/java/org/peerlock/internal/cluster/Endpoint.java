package org.peerlock.internal.cluster;

import java.util.regex.Pattern;

/**
 * Where the peers of a node reach it, and by which certificate they recognize it there.
 *
 * @param address host and port
 * @param certificate the SHA-256 hash of the node's own certificate, in hexadecimal digits; {@link #AUTHORITY}; or
 *     {@link #NONE}
 */
public record Endpoint(String address, String certificate) {

    /** The node does not encrypt its connections. */
    public static final String NONE = "";

    /** The node has a certificate of an authority that its peers know, and may change it at any time. */
    public static final String AUTHORITY = "authority";

    private static final Pattern CERTIFICATE = Pattern.compile("|authority|[0-9a-f]{64}");

    public Endpoint {
        if (!CERTIFICATE.matcher(certificate).matches()) {
            throw new IllegalArgumentException("not the hash of a certificate: " + certificate);
        }
    }

    /** Of a node that does not encrypt its connections. */
    public static Endpoint plain(String address) {
        return new Endpoint(address, NONE);
    }

    /** Whether connections by TCP to this node are encrypted. */
    public boolean isEncrypted() {
        return !certificate.equals(NONE);
    }
}
