package org.peerlock.cli.client;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.peerlock.internal.registry.PrivateDirectory;

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

    /**
     * Whether only this user, and root, can put files into the directory. In another one, somebody else may pretend to be the
     * resident node, and grant a lock to everybody.
     */
    boolean isPrivate() {
        try {
            PrivateDirectory.require(directory);
            return true;
        } catch (IOException e) {
            return false; // a process that joins says why
        }
    }

    /**
     * Reads the token.
     *
     * @throws UntrustedNodeException if the file is not one that only this user can read. A link or a pipe is not opened
     */
    String readToken() throws IOException {
        if (!PrivateDirectory.isPrivateFile(token())) {
            throw new UntrustedNodeException(
                    token() + " is not a file that only you can read; delete it and restart the node");
        }
        return Files.readString(token()).strip();
    }
}
