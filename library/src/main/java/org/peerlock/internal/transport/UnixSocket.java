package org.peerlock.internal.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;
import org.peerlock.internal.os.CurrentUser;

/**
 * A Unix socket, which costs less than TCP between nodes on one machine. Its name is in Linux's
 * abstract namespace: it is not a file, ends with the socket, and is visible in the same network
 * namespace as the loopback interface.
 *
 * <p>The name is a hash of the node's incarnation, so every node that knows the incarnation knows
 * the name. All users of the machine can see such names, but cannot derive the incarnation from
 * them; and they can connect. When the node has ended, any process may take the name. Therefore
 * both ends check {@linkplain #isSameUser whose process} is at the other one before they send
 * anything.
 */
final class UnixSocket {

    private static final String ABSTRACT = "\0";

    private UnixSocket() {}

    static DomainSocketAddress to(Incarnation node) {
        byte[] digest = sha256().digest(node.toString().getBytes(StandardCharsets.US_ASCII));
        return new DomainSocketAddress(ABSTRACT + "peerlock-" + HexFormat.of().formatHex(digest, 0, 16));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has it", e);
        }
    }

    /**
     * Whether the process at the other end belongs to the same user or to root; also true for TCP,
     * where that is unknown.
     */
    static boolean isSameUser(Channel connection) {
        if (!(connection instanceof EpollDomainSocketChannel near)) {
            return true;
        }
        OptionalInt ourUser = CurrentUser.id();
        try {
            return ourUser.isPresent() && friends(near.peerCredentials().uid(), ourUser.getAsInt());
        } catch (IOException e) {
            return false;
        }
    }

    static boolean friends(int theirUser, int ourUser) {
        return theirUser == ourUser || theirUser == CurrentUser.ROOT;
    }
}
