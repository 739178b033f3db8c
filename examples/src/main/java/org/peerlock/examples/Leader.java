package org.peerlock.examples;

import java.nio.file.Path;
import org.peerlock.Election;
import org.peerlock.Peerlock;

/**
 * Stands for leader until Enter is pressed. Start it in several terminals: one leads. Kill it ({@code kill -9}), and another one
 * does, with a greater fence.
 */
public final class Leader {

    private Leader() {}

    /**
     * Says when it leads.
     *
     * @param arguments the directory in which the processes meet; by default one below this one
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
