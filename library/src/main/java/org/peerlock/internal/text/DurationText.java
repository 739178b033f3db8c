package org.peerlock.internal.text;

import java.math.BigDecimal;
import java.time.Duration;

/** Writes durations in messages to users. */
public final class DurationText {

    private static final int NANOS_IN_MILLI_DIGITS = 6;

    private DurationText() {}

    /**
     * The exact duration, in the largest unit of which it is a whole number: {@code 2 h},
     * {@code 5 min}, {@code 90 s}, {@code 300 ms}. Only a part of a millisecond becomes a decimal
     * fraction.
     */
    public static String of(Duration duration) {
        long seconds = duration.toSeconds();
        if (duration.toNanosPart() != 0) {
            BigDecimal millis = BigDecimal.valueOf(seconds)
                    .movePointRight(3)
                    .add(BigDecimal.valueOf(duration.toNanosPart(), NANOS_IN_MILLI_DIGITS));
            return millis.stripTrailingZeros().toPlainString() + " ms";
        } else if (seconds % 60 != 0 || seconds == 0) {
            return seconds + " s";
        }
        return seconds % 3_600 == 0 ? seconds / 3_600 + " h" : seconds / 60 + " min";
    }

    /** The same of so many milliseconds. */
    public static String ofMillis(long millis) {
        return of(Duration.ofMillis(millis));
    }
}
