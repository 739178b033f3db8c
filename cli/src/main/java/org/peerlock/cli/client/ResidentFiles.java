package org.peerlock.cli.client;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files by which programs of the same user find the resident node of a cluster.
 *
 * @param directory the directory of the cluster
 */
public record ResidentFiles(Path directory) {

    /** The limit of Linux. Other systems have a slightly lower one. */
    public static final int MAX_SOCKET_PATH_BYTES = 107;

    /** The socket at which it listens. */
    public Path socket() {
        return directory.resolve("node.sock");
    }

    /** The token that its clients must send. Only its user can read the file. */
    public Path token() {
        return directory.resolve("node.token");
    }

    /** A file that is locked as long as a resident node runs. */
    public Path lock() {
        return directory.resolve("node.lock");
    }

    /** The length of the path of the socket. */
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
