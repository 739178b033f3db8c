/** Small programs to read and run; each shows one feature. */
module org.peerlock.examples {
    requires java.sql;
    requires org.peerlock;
    requires org.peerlock.testkit;
    requires static org.jspecify;
}
