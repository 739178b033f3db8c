package org.peerlock.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a node listens: at a host or at all interfaces, and at the first free port of a range.
 *
 * @param host a name or an address; empty for all interfaces
 * @param firstPort 0 for any free port
 * @param lastPort not less than the first
 */
public record ListenAddress(String host, int firstPort, int lastPort) {

    /** Any port of the loopback interface. */
    public static final ListenAddress LOOPBACK =
            new ListenAddress(InetAddress.getLoopbackAddress().getHostAddress(), 0, 0);

    private static final Pattern TEXT =
            Pattern.compile("(?:\\[([0-9a-fA-F.:%]+)]|([^\\s:\\[\\]]*))(?::(\\d{1,5})(?:-(\\d{1,5}))?)?");

    private static final int GREATEST_PORT = 65_535;

    public ListenAddress {
        boolean any = firstPort == 0 && lastPort == 0;
        if (!any && (firstPort < 1 || lastPort < firstPort || lastPort > GREATEST_PORT)) {
            throw new IllegalArgumentException("no range of ports: " + firstPort + "-" + lastPort);
        }
    }

    /**
     * Parses {@code host:port}, {@code host:first-last}, {@code :port} or {@code host}. An IPv6 address is in brackets.
     *
     * @throws IllegalArgumentException if it is nothing of these
     */
    public static ListenAddress parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches() || text.isBlank()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not an address such as 10.0.0.1:7100, [::1]:7100, node1.example.com:7100-7110 or :7100");
        }
        String host = parts.group(1) != null ? parts.group(1) : parts.group(2);
        int first = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
        int last = parts.group(4) == null ? first : Integer.parseInt(parts.group(4));
        return new ListenAddress(host, first, last);
    }

    /** The first address to try. Looks up the host, so it may block. */
    InetSocketAddress first() throws UnknownHostException {
        return host.isEmpty()
                ? new InetSocketAddress(firstPort)
                : new InetSocketAddress(InetAddress.getByName(host), firstPort);
    }

    /** As it is parsed. */
    @Override
    public String toString() {
        String ports = firstPort == lastPort ? String.valueOf(firstPort) : firstPort + "-" + lastPort;
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + ports;
    }
}
