package org.peerlock.internal.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The files of a user's own public key infrastructure, all in PEM format.
 *
 * @param certificate of this node, with intermediate certificates after it
 * @param key its private key, unencrypted, PKCS#8
 * @param authorities the certificates of those that sign the certificates of nodes
 * @param requiredName a DNS name that the certificate of every node must have
 */
public record PemFiles(Path certificate, Path key, Path authorities, String requiredName) {

    /** Changes whenever a file changes. */
    int contentHash() throws IOException {
        return 31 * (31 * hash(certificate) + hash(key)) + hash(authorities);
    }

    private static int hash(Path file) throws IOException {
        return Arrays.hashCode(Files.readAllBytes(file));
    }
}
