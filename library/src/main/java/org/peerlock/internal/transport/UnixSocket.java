package org.peerlock.internal.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;

/**
 * The way to a node on the same machine that takes less than TCP: a Unix socket. Its name is not that of a file, but one of Linux's own,
 * which are there as long as the socket is, and for whom the loopback interface is there.
 *
 * <p>The name is made of the node's incarnation, so whoever knows whom to dial knows where. All users of the machine can see such names,
 * but not tell the incarnation from it, which is for members only. Once the node is gone, anybody may take the name: so whoever dials
 * looks {@linkplain #isSameUser whose process} is there before it says anything.
 */
final class UnixSocket {

    private static final String ABSTRACT = "\0";
    private static final int ROOT = 0;

    private UnixSocket() {}

    static DomainSocketAddress to(Incarnation node) {
        byte[] digest = sha256().digest(node.toString().getBytes(StandardCharsets.US_ASCII));
        return new DomainSocketAddress(ABSTRACT + "peerlock-" + HexFormat.of().formatHex(digest, 0, 16));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has it", e);
        }
    }

    /** Whether the process at the other end belongs to the same user, or to root. By another way, nobody can tell: then, too. */
    static boolean isSameUser(Channel connection) {
        if (!(connection instanceof EpollDomainSocketChannel near)) {
            return true;
        }
        try {
            return friends(near.peerCredentials().uid(), (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    static boolean friends(int theirUser, int ourUser) {
        return theirUser == ourUser || theirUser == ROOT;
    }
}
