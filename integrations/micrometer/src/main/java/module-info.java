/** Micrometer meters for locks. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Micrometer's name is in its manifest
module org.peerlock.micrometer {
    requires transitive micrometer.core;
    requires transitive org.peerlock;
    requires static org.jspecify;

    exports org.peerlock.micrometer;
}
