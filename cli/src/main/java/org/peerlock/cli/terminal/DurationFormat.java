package org.peerlock.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Formats durations: for people with two or three digits and a unit, for scripts as seconds. */
public final class DurationFormat {

    private static final double MILLI = 1e-3;
    private static final double MINUTE = 60;
    private static final double HOUR = 60 * MINUTE;
    private static final double DAY = 24 * HOUR;

    private DurationFormat() {}

    public static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    public static String format(Duration time) {
        double seconds = seconds(time);
        if (seconds < MILLI / 10) {
            return seconds == 0 ? "0" : "<0.1 ms";
        } else if (seconds < 1) {
            return digits(seconds / MILLI) + " ms";
        } else if (seconds < 2 * MINUTE) {
            return digits(seconds) + " s";
        } else if (seconds < 2 * HOUR) {
            return whole(seconds / MINUTE) + " min";
        }
        return seconds < 2 * DAY ? whole(seconds / HOUR) + " h" : whole(seconds / DAY) + " days";
    }

    /** Formats one decimal place if there is only one digit before the point. */
    private static String digits(double number) {
        return number < 9.95 ? String.format(Locale.ROOT, "%.1f", number) : whole(number);
    }

    private static String whole(double number) {
        return Long.toString((long) number);
    }
}
