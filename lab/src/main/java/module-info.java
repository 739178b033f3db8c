/** The laboratory: checks, simulates and illustrates algorithms of distributed mutual exclusion. */
@SuppressWarnings("module") // the test kit is compiled later
module org.peerlock.lab {
    requires transitive org.peerlock.algorithms;
    requires static org.jspecify;

    exports org.peerlock.lab.check;
    exports org.peerlock.lab.scenario;
    exports org.peerlock.lab.simulate;
    exports org.peerlock.lab.trace;
    exports org.peerlock.lab.world;
    exports org.peerlock.lab.zoo;
    exports org.peerlock.lab.swarm to
            org.peerlock.testkit;
}
