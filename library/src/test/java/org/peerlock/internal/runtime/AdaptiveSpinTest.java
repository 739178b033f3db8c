package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {

    private long time;
    private int worked;
    /** Each reading of the clock takes a microsecond. */
    private final AdaptiveSpin adaptiveSpin = new AdaptiveSpin(() -> time += 1_000, until -> {
        while (!until.getAsBoolean()) {
            worked++;
        }
    });

    /** Is done after this many checks. */
    private static CompletableFuture<Void> after(int looks) {
        return new CompletableFuture<>() {
            private int done;

            @Override
            public boolean isDone() {
                return done++ >= looks;
            }
        };
    }

    @Test
    void anEventThatHasHappenedIsSeen() {
        assertThat(adaptiveSpin.sees(after(0), time, 0)).isTrue();
        assertThat(worked).isZero();
    }

    @Test
    void anEventThatHappensSoonIsSeenByAThreadThatSpins() {
        assertThat(adaptiveSpin.sees(after(4), time, Long.MAX_VALUE)).isTrue();
        assertThat(worked).isPositive();
    }

    @Test
    void noThreadSpinsForEver() {
        assertThat(adaptiveSpin.sees(after(Integer.MAX_VALUE), time, Long.MAX_VALUE))
                .isFalse();
    }

    @Test
    void noThreadSpinsForLongerThanItWaits() {
        assertThat(adaptiveSpin.sees(after(10), time, 2_000)).isFalse();
    }

    @Test
    void aThreadThatDoesNotWaitDoesNotSpin() {
        assertThat(adaptiveSpin.sees(after(3), time, 0)).isFalse();
        assertThat(worked).isZero();
    }

    @Test
    void whereWaitsAreMostlyLongNoThreadSpinsUntilThatChanges() {
        for (int i = 0; i < 100; i++) {
            adaptiveSpin.learn(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(adaptiveSpin.sees(after(4), time, Long.MAX_VALUE)).isFalse();
        assertThat(worked).isZero();

        for (int i = 0; i < 100; i++) {
            adaptiveSpin.learn(0);
        }
        assertThat(adaptiveSpin.sees(after(4), time, Long.MAX_VALUE)).isTrue();
    }

    @Test
    void oneVeryLongWaitDoesNotChangeMuch() {
        adaptiveSpin.learn(TimeUnit.DAYS.toNanos(1));

        assertThat(adaptiveSpin.sees(after(4), time, Long.MAX_VALUE)).isTrue();
    }

    private void learn(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            adaptiveSpin.learn(nanos);
        }
    }

    private boolean spins() {
        worked = 0;
        adaptiveSpin.sees(after(Integer.MAX_VALUE), time, Long.MAX_VALUE);
        return worked > 0;
    }

    @Test
    void aWaitOfHalfAMillisecondIsShortAndALongerOneIsNot() {
        learn(100, 500_000);
        assertThat(spins()).isTrue();
        learn(100, 500_001);
        assertThat(spins()).isFalse();
    }

    @Test
    void elevenLongWaitsInARowEndTheSpinningAndAShortOneBeginsItAgain() {
        learn(10, 500_001);
        assertThat(spins()).isTrue();
        learn(1, 500_001);
        assertThat(spins()).isFalse();
        learn(1, 500_000);
        assertThat(spins()).isTrue();
    }

    @Test
    void anEventThatIsSeenCountsAsAShortWait() {
        learn(11, 500_001);
        assertThat(adaptiveSpin.sees(after(0), time, Long.MAX_VALUE)).isTrue();
        assertThat(spins()).isTrue();
    }
}
