package org.peerlock.bench.network;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.peerlock.bench.process.Programs;

/** Network namespaces of Linux, which stand for hosts. */
public final class Namespaces {

    private Namespaces() {}

    /** A sentence about what they need and is missing; empty if this process can create them. */
    public static Optional<String> missing() {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return Optional.of("hosts are network namespaces, which only Linux has");
        }
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("only root can create network namespaces; run it as root");
        }
        return Programs.missing("ip", "iproute2", "/usr/sbin");
    }
}
