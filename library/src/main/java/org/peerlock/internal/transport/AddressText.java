package org.peerlock.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.peerlock.internal.io.netty.util.NetUtil;

/** Writes and parses addresses of nodes. */
public final class AddressText {

    private AddressText() {}

    /** A host, which may be a name, and a port. */
    static String of(String host, int port) {
        return new ListenAddress(host, port, port).toString();
    }

    /**
     * Parses what {@link #of} wrote. Names are not resolved: that would block the loop.
     *
     * @throws IllegalArgumentException if it is not such a text
     */
    static InetSocketAddress parse(String text) {
        ListenAddress parts;
        try {
            parts = ListenAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw notAnAddress(text);
        }
        if (parts.host().isEmpty() || parts.firstPort() == 0 || parts.firstPort() != parts.lastPort()) {
            throw notAnAddress(text);
        }
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(parts.host());
        try {
            return bytes == null
                    ? InetSocketAddress.createUnresolved(parts.host(), parts.firstPort())
                    : new InetSocketAddress(InetAddress.getByAddress(bytes), parts.firstPort());
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes make an address", e);
        }
    }

    private static IllegalArgumentException notAnAddress(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not an address such as 10.0.0.1:7000 or node1.example.com:7000");
    }

    /** The same of a text, which may be no address. */
    public static boolean isLoopback(String text) {
        try {
            return isLoopback(parse(text));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether only processes of this machine reach it. A name counts as if others did. */
    static boolean isLoopback(InetSocketAddress address) {
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    }
}
