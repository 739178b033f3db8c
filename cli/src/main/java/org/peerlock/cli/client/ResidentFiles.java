package org.peerlock.cli.client;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the resident node of a cluster is found by programs of its user.
 *
 * @param directory that of the cluster
 */
public record ResidentFiles(Path directory) {

    /** What the operating systems have room for: so many bytes on Linux, some fewer elsewhere. */
    public static final int MAX_SOCKET_PATH_BYTES = 107;

    /** Where it listens. */
    public Path socket() {
        return directory.resolve("node.sock");
    }

    /** What its clients have to know, for its user's eyes only. */
    public Path token() {
        return directory.resolve("node.token");
    }

    /** Is locked as long as there is a resident node. */
    public Path lock() {
        return directory.resolve("node.lock");
    }

    /** How many bytes the path of the socket has. */
    public int socketPathBytes() {
        return socket().toString().getBytes(StandardCharsets.UTF_8).length;
    }

    public UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(socket());
    }

    String readToken() throws IOException {
        return Files.readString(token()).strip();
    }
}
