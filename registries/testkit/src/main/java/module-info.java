/** Tests that every store of a registry must pass, for JUnit. */
module org.peerlock.registry.testkit {
    requires transitive org.peerlock;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires transitive org.opentest4j;
    requires static org.jspecify;

    exports org.peerlock.registry.testkit;
}
