package org.peerlock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.peerlock.internal.log.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The meters of a process; mostly there is none. */
final class LockMeters {

    private static final Logger LOG = LoggerFactory.getLogger(LockMeter.class);

    private final LogLimiter<CallbackProblem> logLimiter;
    private volatile List<LockMeter> all = List.of();

    LockMeters(LogLimiter<CallbackProblem> logLimiter) {
        this.logLimiter = logLimiter;
    }

    synchronized void add(LockMeter meter) {
        List<LockMeter> more = new ArrayList<>(all);
        more.add(meter);
        all = List.copyOf(more);
    }

    synchronized void remove(LockMeter meter) {
        List<LockMeter> fewer = new ArrayList<>(all);
        fewer.remove(meter);
        all = List.copyOf(fewer);
    }

    void acquired(String lock, long waitedNanos) {
        if (!all.isEmpty()) {
            tell(meter -> meter.acquired(lock, waitedNanos));
        }
    }

    void released(String lock, long heldNanos) {
        if (!all.isEmpty()) {
            tell(meter -> meter.released(lock, heldNanos));
        }
    }

    private void tell(Consumer<LockMeter> what) {
        for (LockMeter meter : all) {
            try {
                what.accept(meter);
            } catch (Throwable e) { // the caller must get the lock that it has acquired
                logLimiter.log(CallbackProblem.METER_FAILED, leftOut -> LOG.warn("A meter failed{}", leftOut, e));
            }
        }
    }
}
