package org.peerlock.examples;

import java.nio.file.Path;
import org.peerlock.Election;
import org.peerlock.Peerlock;

/**
 * Is a candidate for leadership until you press Enter. Start it in several terminals: one process
 * leads. Kill that one ({@code kill -9}), and another one leads, with a greater fence.
 */
public final class Leader {

    private Leader() {}

    /**
     * Prints when this process leads.
     *
     * @param arguments the registry directory; default: a subdirectory of the current one
     */
    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/leader");
        try (Peerlock peerlock = Peerlock.builder("leader").directory(directory).join();
                Election election = peerlock.elect(
                        "leader",
                        grant -> System.out.println("Leads with fence " + grant.fence()),
                        reason -> System.out.println("Leads no more: " + reason.description()))) {
            System.out.println("Stands");
            System.in.read();
            System.out.println(election.isLeader() ? "Resigns" : "Stands no more");
        }
    }
}
