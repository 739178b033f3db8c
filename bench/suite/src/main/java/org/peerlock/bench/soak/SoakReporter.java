package org.peerlock.bench.soak;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reports the events of this process to the parent process, on one line each. */
final class SoakReporter {

    static final String READY = "ready";
    static final String STOPPED = "stopped";
    static final String STATISTICS = "statistics ";
    static final String LOCK_LOST = "lock-lost";
    static final String ANOMALY = "anomaly ";

    private final PrintStream out;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    SoakReporter(PrintStream out) {
        this.out = out;
    }

    void send(String line) {
        out.println(line);
    }

    /** Reports an anomaly, once for each kind and set of suspects. */
    void anomaly(Anomaly anomaly) {
        if (reported.add(anomaly.kind() + anomaly.suspects())) {
            send(ANOMALY + anomaly.line());
        }
    }

    /** Reports that this process has lost a lock, once. */
    void lockLost() {
        if (reported.add(LOCK_LOST)) {
            send(LOCK_LOST);
        }
    }
}
