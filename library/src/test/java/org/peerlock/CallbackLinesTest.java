package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says when code of the application fails again and again: one line in a minute. */
class CallbackLinesTest {

    private static final String TWO_LEFT_OUT = " (2 more like this since the last such line)";

    private final Peerlock peerlock = ScheduledRuntime.start();
    private final ScheduledRuntime runtime = ScheduledRuntime.of(peerlock);

    @BeforeEach
    void join() {
        runtime.becomeMember();
    }

    private void passAMinute() {
        for (int i = 0; i < 60; i++) {
            runtime.pass(TimeUnit.SECONDS.toNanos(1));
        }
        runtime.becomeMember();
    }

    /** Does something three times, and once more a minute later. */
    private void repeat(Runnable what) {
        for (int i = 0; i < 3; i++) {
            what.run();
        }
        passAMinute();
        what.run();
    }

    private void acquireAndRelease() {
        peerlock.lock("a").tryAcquire().orElseThrow().close();
    }

    private void loseALock() {
        peerlock.lock("a").tryAcquire().orElseThrow().onLost(reason -> {
            throw new IllegalStateException("on purpose");
        });
        runtime.expire();
        runtime.runCallbacks();
        runtime.becomeMember();
    }

    private static final LockMeter BROKEN_METER = new LockMeter() {
        @Override
        public void acquired(String lock, long waitedNanos) {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public void released(String lock, long heldNanos) {}
    };

    private static final PeerlockListener BROKEN_LISTENER = new PeerlockListener() {
        @Override
        public void lockLost(String lock, long fence, LockLossReason reason) {
            throw new IllegalStateException("on purpose");
        }
    };

    @Test
    void aMeterThatFailsForEveryGrantIsLoggedOnceAMinute() {
        peerlock.addMeter(BROKEN_METER);
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LockMeter.class))) {
            repeat(this::acquireAndRelease);
            assertThat(lines.warnings()).containsExactly("A meter failed", "A meter failed" + TWO_LEFT_OUT);
        }
    }

    @Test
    void aListenerThatFailsForEveryLossIsLoggedOnceAMinute() {
        peerlock.addListener(BROKEN_LISTENER);
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(PeerlockListener.class))) {
            repeat(this::loseALock);
            assertThat(lines.warnings()).containsExactly("A listener failed", "A listener failed" + TWO_LEFT_OUT);
        }
    }

    @Test
    void aListenerOfGrantsThatFailsForEveryLossIsLoggedOnceAMinute() {
        String line = "A listener for the loss of lock 'a' failed";
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(Grant.class))) {
            repeat(this::loseALock);
            assertThat(lines.warnings()).containsExactly(line, line + TWO_LEFT_OUT);
        }
    }

    @Test
    void anExecutorThatRefusesEveryListenerIsLoggedOnceAMinute() {
        String line = "The executor refused to call a listener";
        peerlock.addListener(new PeerlockListener() {});
        runtime.refuseCallbacks();
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(PeerlockListener.class))) {
            repeat(() -> peerlock.lock("a").handle().localNode.listeners().tell(listener -> {}));
            assertThat(lines.warnings()).containsExactly(line, line + TWO_LEFT_OUT);
        }
    }

    @Test
    void anExecutorThatRefusesToReportEveryLossIsLoggedOnceAMinute() {
        String line = "The executor refused to report the loss of lock 'a'";
        runtime.refuseCallbacks();
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(Grant.class))) {
            repeat(this::loseALock);
            assertThat(lines.warnings()).containsExactly(line, line + TWO_LEFT_OUT);
        }
    }
}
