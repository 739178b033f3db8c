/** A cluster in one thread and in virtual time, for the tests of applications. */
module org.peerlock.testkit {
    requires transitive org.peerlock;
    requires transitive org.peerlock.algorithms;
    requires org.peerlock.lab;
    requires static org.jspecify;

    exports org.peerlock.testkit;
}
