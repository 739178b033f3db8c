package org.peerlock.cli.demo;

/** The messages between the processes and the command: the first word of each line. */
final class DemoProtocol {

    // From a process

    /** Has joined. */
    static final String JOINED = "joined";
    /** Wants the lock: epoch, messages sent so far. */
    static final String WAITS = "waits";
    /** Has the lock, and reads the counter: fence. */
    static final String READS = "reads";
    /** Writes the counter: fence, value. */
    static final String WRITES = "writes";
    /** Was refused, and checked whether its lock is still valid: fence, true or false. */
    static final String WAS_REFUSED = "was-refused";
    /** Has lost the lock: the reason. */
    static final String LOST = "lost";
    /** Has left: epoch, messages sent in all. */
    static final String LEFT = "left";

    // To a process

    /** The counter: its value. */
    static final String VALUE = "value";

    static final String WRITTEN = "written";
    /** A greater fence came before. */
    static final String REFUSED = "refused";
    /** It must finish, and leave. */
    static final String LEAVE = "leave";

    private DemoProtocol() {}

    static String line(String word, Object... more) {
        StringBuilder line = new StringBuilder(word);
        for (Object each : more) {
            line.append(' ').append(each);
        }
        return line.toString();
    }
}
