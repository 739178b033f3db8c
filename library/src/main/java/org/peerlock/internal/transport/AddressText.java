package org.peerlock.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.internal.io.netty.util.NetUtil;

/** Parses and checks addresses of nodes. */
final class AddressText {

    private static final Pattern TEXT = Pattern.compile("\\[?([0-9a-fA-F.:%]+?)]?:([0-9]{1,5})");

    private AddressText() {}

    /**
     * Parses what {@link NetUtil#toSocketAddressString(InetSocketAddress)} wrote. Names are not
     * resolved: that would block the loop.
     *
     * @throws IllegalArgumentException if it is not such a text
     */
    static InetSocketAddress parse(String text) {
        Matcher parts = TEXT.matcher(text);
        byte[] bytes = parts.matches() ? NetUtil.createByteArrayFromIpAddressString(parts.group(1)) : null;
        if (bytes == null) {
            throw new IllegalArgumentException("'" + text + "' is not an address such as 127.0.0.1:7000");
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), Integer.parseInt(parts.group(2)));
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes make an address", e);
        }
    }

    /**
     * @throws IllegalArgumentException if it is not a loopback address, so that others could
     *     eavesdrop
     */
    static InetSocketAddress requireLoopback(InetSocketAddress address) {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(address + " is not an address of this machine alone (such as 127.0.0.1),"
                    + " and traffic between machines is not secured yet");
        }
        return address;
    }
}
