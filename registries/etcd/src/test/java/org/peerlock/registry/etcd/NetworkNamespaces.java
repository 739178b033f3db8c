package org.peerlock.registry.etcd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peerlock.registry.testkit.ServerProgram;

/** Hosts that are network namespaces of Linux, at one bridge. Each has an address of its own, and its own loopback interface. */
final class NetworkNamespaces implements AutoCloseable {

    private static final String NETWORK = "10.99.77.";

    private final String ip =
            ServerProgram.find("ip", "iproute2", "/usr/sbin/ip", "/sbin/ip").toString();
    private final Path log;
    private final String prefix = "peerlock-" + ProcessHandle.current().pid() + "-";
    private final List<String> made = new ArrayList<>();

    /** Makes the namespace of the bridge, with address 1, and hosts with the addresses from 2 on. */
    NetworkNamespaces(Path directory, int hosts) throws IOException {
        log = directory.resolve("ip.log");
        if (!succeeds("netns", "add", name(1))) {
            throw ServerProgram.missing("this user cannot make network namespaces: " + Files.readString(log)
                    + "; run the test as root, with the capability CAP_SYS_ADMIN");
        }
        made.add(name(1));
        run("-n", name(1), "link", "add", "bridge", "type", "bridge");
        raise(1, "bridge");
        for (int host = 2; host < 2 + hosts; host++) {
            run("netns", "add", name(host));
            made.add(name(host));
            String port = "port" + host;
            run("-n", name(1), "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", name(host));
            run("-n", name(1), "link", "set", port, "master", "bridge", "up");
            raise(host, "eth0");
        }
    }

    private void raise(int host, String device) throws IOException {
        run("-n", name(host), "link", "set", "lo", "up");
        run("-n", name(host), "addr", "add", address(host) + "/24", "dev", device);
        run("-n", name(host), "link", "set", device, "up");
    }

    private String name(int host) {
        return prefix + host;
    }

    static String address(int host) {
        return NETWORK + host;
    }

    /** A process of a host. */
    ProcessBuilder process(int host, List<String> command) {
        List<String> inside = new ArrayList<>(List.of(ip, "netns", "exec", name(host)));
        inside.addAll(command);
        return new ProcessBuilder(inside);
    }

    private void run(String... arguments) throws IOException {
        if (!succeeds(arguments)) {
            close();
            throw new AssertionError("ip " + String.join(" ", arguments) + ": " + Files.readString(log));
        }
    }

    private boolean succeeds(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ip));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return process.onExit().join().exitValue() == 0;
    }

    @Override
    public void close() throws IOException {
        for (String name : made) {
            boolean unused = succeeds("netns", "del", name);
        }
        made.clear();
    }
}
