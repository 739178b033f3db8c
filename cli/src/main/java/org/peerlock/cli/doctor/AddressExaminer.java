package org.peerlock.cli.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.text.FailureText;
import org.peerlock.internal.transport.ListenAddress;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.registry.RegistryStore;

/** Finds out where a process on this machine would listen, as such a process does it. */
final class AddressExaminer {

    private static final Path ANY_PORTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final NetworkOptions options;
    private final RegistryStore registry;
    private final Optional<ClusterState> state;

    /** @param state with the members that a process here has to connect with */
    AddressExaminer(NetworkOptions options, RegistryStore registry, Optional<ClusterState> state) {
        this.options = options;
        this.registry = registry;
        this.state = state;
    }

    AddressMeasurement measure() {
        List<String> hosts = List.of();
        try {
            hosts = registry.serverHosts();
            NetworkSettings network = options.resolve(registry);
            ListenAddress listen = network.listen();
            AddressMeasurement found = new AddressMeasurement(
                    "",
                    listen.host(),
                    listen.firstPort(),
                    listen.lastPort(),
                    anyPorts(),
                    network.advertisedHost(),
                    network.advertisedPort(),
                    HostText.isLoopback(network.advertisedHost()),
                    !network.security().certificate().isEmpty(),
                    AddressMeasurement.Port.FREE,
                    "",
                    hosts,
                    refusals(network));
            return withPort(found);
        } catch (IOException e) {
            return AddressMeasurement.failed(FailureText.of(e), hosts);
        } catch (IllegalArgumentException e) {
            return AddressMeasurement.failed(String.valueOf(e.getMessage()), hosts);
        }
    }

    /** Listens for a moment at the first port that is free. */
    private static AddressMeasurement withPort(AddressMeasurement found) {
        AddressMeasurement.Port outcome = AddressMeasurement.Port.FREE;
        String problem = "";
        for (int port = found.firstPort(); port <= found.lastPort(); port++) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(address(found.listenHost(), port));
                return with(found, AddressMeasurement.Port.FREE, "");
            } catch (IOException e) {
                problem = String.valueOf(e.getMessage());
                boolean used = e instanceof BindException && problem.contains("in use");
                outcome = used ? AddressMeasurement.Port.IN_USE : AddressMeasurement.Port.REFUSED;
            }
        }
        return with(found, outcome, problem);
    }

    private static InetSocketAddress address(String host, int port) throws IOException {
        return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(host), port);
    }

    private static AddressMeasurement with(AddressMeasurement found, AddressMeasurement.Port port, String problem) {
        return new AddressMeasurement(
                found.problem(),
                found.listenHost(),
                found.firstPort(),
                found.lastPort(),
                found.anyPorts(),
                found.advertisedHost(),
                found.advertisedPort(),
                found.loopback(),
                found.encrypted(),
                port,
                problem,
                found.registryHosts(),
                found.refusals());
    }

    /** Members with which it would not connect, because they protect their connections in another way. */
    private SortedMap<String, String> refusals(NetworkSettings network) {
        SortedMap<String, String> refusals = new TreeMap<>();
        state.map(ClusterState::members).orElse(new TreeMap<>()).forEach((id, member) -> {
            if (!id.equals(Incarnation.GENESIS) && HostText.isAddress(member.address())) {
                network.security().refusal(member.endpoint()).ifPresent(why -> refusals.put(id.shortId(), why));
            }
        });
        return refusals;
    }

    /** The range as {@code first-last}; empty on another system. */
    static String anyPorts() {
        // Such files give all at the first read, however short, so that it must not be short.
        try (BufferedReader reader = Files.newBufferedReader(ANY_PORTS)) {
            String line = reader.readLine();
            return line == null ? "" : String.join("-", BLANKS.split(line.strip(), -1));
        } catch (IOException e) {
            return "";
        }
    }
}
