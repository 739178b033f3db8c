package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.zookeeper.common.PathUtils;

/**
 * What a URL says: {@code zk://user:password@host1:2181,host2,[::1]:2181/path}. Its messages never
 * repeat a part of the URL, because any part may belong to a password that was written wrongly.
 *
 * @param servers not looked up yet
 * @param path of the node below which the clusters have theirs; empty for the root
 * @param credentials user and password, as digest authentication wants them; empty if there are none
 */
record ZooKeeperUrl(List<InetSocketAddress> servers, String path, Optional<String> credentials) {

    private static final String START = "zk://";
    private static final int DEFAULT_PORT = 2181;

    /** A name, an IPv4 address, or an IPv6 address in brackets, and perhaps a port. */
    private static final Pattern SERVER = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%a-z]+])(?::([0-9]{1,5}))?");

    /** @throws IllegalArgumentException if it cannot be understood */
    static ZooKeeperUrl parse(String url) {
        if (!url.regionMatches(true, 0, START, 0, START.length())) {
            throw wrong("it must look like zk://host1:2181,host2:2181,host3:2181/path");
        }
        String rest = url.substring(START.length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : rest.substring(slash);
        int at = authority.lastIndexOf('@');
        return new ZooKeeperUrl(
                servers(authority.substring(at + 1)),
                path(path),
                at < 0 ? Optional.empty() : Optional.of(credentials(authority.substring(0, at))));
    }

    private static List<InetSocketAddress> servers(String list) {
        List<InetSocketAddress> servers = new ArrayList<>();
        for (String server : list.split(",", -1)) {
            Matcher matcher = SERVER.matcher(server);
            if (!matcher.matches()) {
                throw wrong("server " + (servers.size() + 1) + " is not a host, or a host and a port;"
                        + " a '/' or '@' in a password is written %2F or %40");
            }
            int port = matcher.group(2) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(2));
            if (port < 1 || port > 65_535) {
                throw wrong("the port of server " + (servers.size() + 1) + " is not between 1 and 65535");
            }
            String host = matcher.group(1);
            servers.add(InetSocketAddress.createUnresolved(
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port));
        }
        return List.copyOf(servers);
    }

    private static String path(String path) {
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        try {
            PathUtils.validatePath(trimmed.isEmpty() ? "/" : trimmed);
        } catch (IllegalArgumentException e) {
            // Its message repeats the path, so it is no cause.
            throw wrong("ZooKeeper does not allow such a path");
        }
        if ((trimmed + "/").startsWith("/zookeeper/")) {
            throw wrong("the path /zookeeper belongs to ZooKeeper itself");
        }
        return trimmed;
    }

    private static String credentials(String userInfo) {
        int colon = userInfo.indexOf(':');
        if (colon < 0) {
            throw wrong("user and password are written user:password");
        }
        return credentials(decoded(userInfo.substring(0, colon)), decoded(userInfo.substring(colon + 1)));
    }

    /** @throws IllegalArgumentException if digest authentication knows no such user */
    static String credentials(String user, String password) {
        if (user.isEmpty() || user.contains(":")) {
            throw new IllegalArgumentException("a user of ZooKeeper has a name, without a colon");
        }
        return user + ":" + password;
    }

    /** Resolves %40 and the like. A plus is a plus. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw wrong("a '%' in user or password is written %25");
        }
    }

    private static IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("the URL of a registry in ZooKeeper is wrong: " + why);
    }

    /** The node of a cluster. */
    String node(String cluster) {
        return path(path + "/" + cluster);
    }

    /** Hosts and ports, without user and password. */
    String hosts() {
        return servers.stream()
                .map(server -> {
                    String host = server.getHostString();
                    return (host.contains(":") ? "[" + host + "]" : host) + ":" + server.getPort();
                })
                .collect(Collectors.joining(","));
    }

    /** Without user and password. */
    @Override
    public String toString() {
        return START + hosts() + path;
    }
}
