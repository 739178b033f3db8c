package org.peerlock.bench.trial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.peerlock.bench.network.Namespaces;
import org.peerlock.bench.process.Programs;

/** What a trial needs of the machine. */
final class Requirements {

    private Requirements() {}

    /** A sentence about what is missing; empty if a trial is possible. */
    static Optional<String> missing() {
        return Namespaces.missing()
                .or(() -> Files.exists(Path.of("/dev/net/tun"))
                        ? Optional.empty()
                        : Optional.of("there is no /dev/net/tun; load the kernel module tun"))
                .or(() -> Programs.missing("nft", "nftables", "/usr/sbin"));
    }
}
