package org.peerlock.cli.doctor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.peerlock.internal.transport.ListenAddress;

/** What can be seen of a host without looking it up. */
final class HostText {

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|.*:.*");

    private HostText() {}

    /** Whether only processes of the same machine reach it. A name counts as if others did, except {@code localhost}. */
    static boolean isLoopback(String host) {
        if (!LITERAL.matcher(host).matches()) {
            return host.equals("localhost");
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Whether it is a host and a port: a member may have written anything into the registry. */
    static boolean isAddress(String address) {
        try {
            ListenAddress parsed = ListenAddress.parse(address);
            return !parsed.host().isEmpty() && parsed.firstPort() > 0 && parsed.firstPort() == parsed.lastPort();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
