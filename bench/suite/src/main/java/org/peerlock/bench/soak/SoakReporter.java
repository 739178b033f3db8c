package org.peerlock.bench.soak;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells the one who started this process what happens in it, line by line. */
final class SoakReporter {

    /** What the lines begin with. */
    static final String READY = "ready";

    static final String STOPPED = "stopped";
    static final String VITALS = "vitals ";
    static final String LOST = "lost";
    static final String FOUND = "found ";

    private final PrintStream out;
    /** What is wrong all the time need not be told all the time. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    SoakReporter(PrintStream out) {
        this.out = out;
    }

    void tell(String line) {
        out.println(line);
    }

    /** Something is wrong; told once for each kind and suspects. */
    void find(Anomaly anomaly) {
        if (told.add(anomaly.what() + anomaly.suspects())) {
            tell(FOUND + anomaly.line());
        }
    }

    /** A lock was lost; told once. */
    void lost() {
        if (told.add(LOST)) {
            tell(LOST);
        }
    }
}
