package org.peerlock.internal.transport;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.configuration.Setting;
import org.peerlock.registry.RegistryStore;

/**
 * What a user says about the network, which may be nothing. {@link #resolve} finds out the rest.
 *
 * @param listen where to listen; null for the default
 * @param advertise where the others reach this node; null for the default
 * @param files the user's own certificates; null for those that a node makes
 * @param plainText whether connections between machines are not encrypted
 */
public record NetworkOptions(
        @Nullable ListenAddress listen,
        @Nullable ListenAddress advertise,
        @Nullable PemFiles files,
        boolean plainText) {

    private static final String ADVERTISE = Setting.ADVERTISE.variable();
    private static final List<Setting> FILES =
            List.of(Setting.TLS_CERTIFICATE, Setting.TLS_KEY, Setting.TLS_AUTHORITIES, Setting.TLS_NAME);

    private static final ListenAddress ALL_INTERFACES = new ListenAddress("", 0, 0);

    /** Any port: nothing is sent there. */
    private static final int DISCARD = 9;

    public NetworkOptions {
        advertise = advertise == null ? null : checkedAdvertise(advertise);
    }

    private static ListenAddress checkedAdvertise(ListenAddress address) {
        if (isWildcard(address.host()) || address.firstPort() != address.lastPort()) {
            throw new IllegalArgumentException("advertise one host and at most one port, not " + address);
        }
        return address;
    }

    /** The user has said nothing. */
    public static final NetworkOptions NONE = new NetworkOptions(null, null, null, false);

    /**
     * What is set outside the code.
     *
     * @throws IllegalArgumentException if something of it cannot be understood
     */
    public static NetworkOptions of(Configuration configuration) {
        return new NetworkOptions(
                configuration.find(Setting.LISTEN, ListenAddress::parse).orElse(null),
                configuration
                        .find(Setting.ADVERTISE, text -> checkedAdvertise(ListenAddress.parse(text)))
                        .orElse(null),
                files(configuration),
                configuration
                        .find(Setting.INSECURE_PLAIN_TEXT)
                        .map(Boolean::parseBoolean)
                        .orElse(false));
    }

    private static @Nullable PemFiles files(Configuration configuration) {
        List<String> missing = FILES.stream()
                .filter(setting -> configuration.find(setting).isEmpty())
                .map(Setting::variable)
                .toList();
        if (missing.size() == FILES.size()) {
            return null;
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("certificates need all of the environment variables "
                    + FILES.stream().map(Setting::variable).collect(Collectors.joining(", "))
                    + ", or the properties of these names; missing: " + String.join(", ", missing));
        }
        return new PemFiles(
                configuration.find(Setting.TLS_CERTIFICATE, Path::of).orElseThrow(),
                configuration.find(Setting.TLS_KEY, Path::of).orElseThrow(),
                configuration.find(Setting.TLS_AUTHORITIES, Path::of).orElseThrow(),
                configuration.find(Setting.TLS_NAME).orElseThrow());
    }

    /** The same, with what it does not say taken from others. */
    public NetworkOptions orElse(NetworkOptions others) {
        boolean protects = files != null || plainText;
        return new NetworkOptions(
                listen != null ? listen : others.listen,
                advertise != null ? advertise : others.advertise,
                protects ? files : others.files,
                protects ? plainText : others.plainText);
    }

    public NetworkOptions withListen(ListenAddress address) {
        return new NetworkOptions(address, advertise, files, plainText);
    }

    public NetworkOptions withAdvertise(ListenAddress address) {
        return new NetworkOptions(listen, address, files, plainText);
    }

    public NetworkOptions withFiles(PemFiles others) {
        return new NetworkOptions(listen, advertise, others, false);
    }

    public NetworkOptions withPlainText() {
        return new NetworkOptions(listen, advertise, null, true);
    }

    /**
     * Fills in what the user has not said. Looks up hosts, so it may block.
     *
     * @throws IllegalArgumentException if other machines could not reach this node, although the registry is on another machine
     * @throws IOException if a host is unknown, or a file cannot be used
     */
    public NetworkSettings resolve(RegistryStore registry) throws IOException {
        Optional<InetAddress> route = neededRoute(registry);
        boolean remote = route.isPresent() && !route.get().isLoopbackAddress();
        ListenAddress where = listen != null ? listen : defaultListen(remote);
        String host = advertisedHost(where, route);
        boolean loopback = isLoopback(host);
        if (remote && loopback) {
            throw new IllegalArgumentException("this process would advertise the address " + host
                    + ", which other machines cannot reach, but the registry is on another machine: "
                    + registry.describe() + ". Choose an address by advertise(...) or the environment variable "
                    + ADVERTISE);
        }
        boolean onlyHere = loopback && isLoopback(where.host());
        return new NetworkSettings(
                where,
                loopback ? InetAddress.getByName(host).getHostAddress() : host, // others see that it is one
                advertise == null ? 0 : advertise.firstPort(),
                security(onlyHere));
    }

    private ListenAddress defaultListen(boolean remote) {
        return remote || advertise != null ? ALL_INTERFACES : ListenAddress.LOOPBACK;
    }

    private String advertisedHost(ListenAddress where, Optional<InetAddress> route) {
        if (advertise != null) {
            return advertise.host();
        }
        return isWildcard(where.host())
                ? withoutScope(route.orElse(InetAddress.getLoopbackAddress()).getHostAddress())
                : where.host();
    }

    /** The name of an interface after an IPv6 address means nothing to other machines. */
    private static String withoutScope(String address) {
        int scope = address.indexOf('%');
        return scope < 0 ? address : address.substring(0, scope);
    }

    /** The way to the registry. If it cannot be found out, only a user who has not chosen an address needs it. */
    private Optional<InetAddress> neededRoute(RegistryStore registry) throws IOException {
        try {
            return route(registry);
        } catch (IOException e) {
            if (advertise != null || (listen != null && !isWildcard(listen.host()))) {
                Connection.LOG.debug("The way to the registry is unknown", e);
                return Optional.empty();
            }
            throw e;
        }
    }

    private TransportSecurity security(boolean onlyHere) throws IOException {
        if (files != null) {
            return TlsSecurity.signed(files);
        } else if (onlyHere) {
            return PlainText.ON_LOOPBACK;
        } else if (plainText) {
            Connection.LOG.warn(
                    "Connections between machines are not encrypted: everybody on the way can read and change"
                            + " what is sent. Remove insecurePlainText() or the environment variable {} to encrypt them",
                    Setting.INSECURE_PLAIN_TEXT.variable());
            return PlainText.EVERYWHERE;
        }
        return TlsSecurity.pinned();
    }

    /**
     * For a process that asks nodes and is no node: it listens where nobody is told, and protects its connections as the nodes
     * do.
     *
     * @throws IOException if a file cannot be used
     */
    public NetworkSettings forObserver(List<Endpoint> nodes) throws IOException {
        boolean encrypted = nodes.stream().anyMatch(Endpoint::isEncrypted);
        TransportSecurity security =
                files != null ? TlsSecurity.signed(files) : encrypted ? TlsSecurity.pinned() : plain();
        return new NetworkSettings(ListenAddress.LOOPBACK, ListenAddress.LOOPBACK.host(), 0, security);
    }

    private TransportSecurity plain() {
        return plainText ? PlainText.EVERYWHERE : PlainText.ON_LOOPBACK;
    }

    /** The address of this machine from which the registry is reached; empty if it is on no server. */
    private static Optional<InetAddress> route(RegistryStore registry) throws IOException {
        IOException problem = null;
        InetAddress loopback = null;
        for (String host : registry.serverHosts()) {
            try {
                InetAddress local = localAddressTowards(InetAddress.getByName(host));
                if (!local.isLoopbackAddress()) {
                    return Optional.of(local);
                }
                loopback = local;
            } catch (UnknownHostException e) {
                problem = new IOException(
                        "the host " + host + " of the registry is unknown, so this process cannot find out its own"
                                + " address. Correct the name, or choose an address by advertise(...) or the"
                                + " environment variable " + ADVERTISE,
                        e);
            } catch (SocketException e) {
                problem = new IOException(
                        "this machine has no route to the host " + host + " of the registry: " + e.getMessage(), e);
            }
        }
        if (loopback == null && problem != null) {
            throw problem;
        }
        return Optional.ofNullable(loopback);
    }

    /** Asks the system, by a socket that is connected and never used: nothing is sent. */
    private static InetAddress localAddressTowards(InetAddress remote) throws SocketException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(remote, DISCARD));
            return socket.getLocalAddress();
        }
    }

    private static boolean isWildcard(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }

    private static boolean isLoopback(String host) {
        try {
            return !isWildcard(host) && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // a name that only the others know
        }
    }
}
