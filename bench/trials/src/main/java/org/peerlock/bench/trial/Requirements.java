package org.peerlock.bench.trial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a trial needs of the machine. */
final class Requirements {

    private Requirements() {}

    /** A sentence about what is missing; empty if a trial is possible. */
    static Optional<String> missing() {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return Optional.of("a trial needs Linux");
        }
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("only root can create network namespaces; run it as root");
        }
        if (!Files.exists(Path.of("/dev/net/tun"))) {
            return Optional.of("there is no /dev/net/tun; load the kernel module tun");
        }
        return missing("ip", "iproute2").or(() -> missing("nft", "nftables"));
    }

    private static Optional<String> missing(String program, String debianPackage) {
        return Programs.find(program, "/usr/sbin").isPresent()
                ? Optional.empty()
                : Optional.of(Programs.remedy(program, debianPackage));
    }
}
