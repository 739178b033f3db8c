/**
 * The algorithms of distributed mutual exclusion as pure state machines, and the interface for writing one: see
 * {@link org.peerlock.algorithm}.
 */
module org.peerlock.algorithms {
    requires static org.jspecify;

    exports org.peerlock.algorithm;
    exports org.peerlock.algorithm.catalogue;
    exports org.peerlock.algorithm.data;
    exports org.peerlock.algorithm.permission;
    exports org.peerlock.algorithm.token;
}
