package org.peerlock.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogLimiterTest {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private enum Kind {
        MANY,
        OTHER
    }

    private long now = -5;
    private Runnable beforeTheTimeIsKnown = () -> {};
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final LogLimiter<Kind> logLimiter = new LogLimiter<>(Kind.class, this::now);

    private long now() {
        Runnable event = beforeTheTimeIsKnown;
        beforeTheTimeIsKnown = () -> {};
        event.run();
        return now;
    }

    private void say(Kind kind, String line) {
        logLimiter.log(kind, leftOut -> lines.add(line + leftOut));
    }

    @Test
    void ofOneKindThereIsOneLineInAMinute() {
        say(Kind.MANY, "one");
        say(Kind.MANY, "two");
        now += MINUTE - 1;
        say(Kind.MANY, "three");
        assertThat(lines).containsExactly("one");
    }

    @Test
    void theNextLineSaysHowManyWereLeftOut() {
        say(Kind.MANY, "one");
        say(Kind.MANY, "two");
        say(Kind.MANY, "three");
        now += MINUTE;
        say(Kind.MANY, "four");
        now += MINUTE;
        say(Kind.MANY, "five");
        assertThat(lines).containsExactly("one", "four (2 more like this since the last such line)", "five");
    }

    @Test
    void kindsDoNotKeepEachOtherQuiet() {
        say(Kind.MANY, "one");
        say(Kind.OTHER, "two");
        assertThat(lines).containsExactly("one", "two");
    }

    @Test
    void ofTwoThreadsAtTheSameMomentOneLogs() throws InterruptedException {
        Thread other = new Thread(() -> say(Kind.MANY, "of another thread"));
        beforeTheTimeIsKnown = () -> {
            other.start();
            while (other.isAlive() && other.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        };
        say(Kind.MANY, "one");
        other.join();
        now += MINUTE;
        say(Kind.MANY, "two");
        assertThat(lines).containsExactly("one", "two (1 more like this since the last such line)");
    }

    @Test
    void aThreadThatIsStoppedWhileItLogsStopsNoOther() {
        logLimiter.log(
                Kind.MANY,
                leftOut -> CompletableFuture.runAsync(() -> say(Kind.OTHER, "of another thread"))
                        .orTimeout(1, TimeUnit.MINUTES)
                        .join());
        assertThat(lines).containsExactly("of another thread");
    }
}
