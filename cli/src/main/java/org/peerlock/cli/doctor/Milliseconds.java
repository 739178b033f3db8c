package org.peerlock.cli.doctor;

import java.time.Duration;
import java.util.List;
import org.peerlock.cli.terminal.DurationFormat;

/** Times as measurements have them. */
final class Milliseconds {

    private static final double NANOS = 1e6;

    private Milliseconds() {}

    static double of(Duration time) {
        return ofNanos(time.toNanos());
    }

    static double ofNanos(long nanos) {
        return nanos / NANOS;
    }

    static double since(long beginNanos) {
        return ofNanos(System.nanoTime() - beginNanos);
    }

    static String text(double millis) {
        return DurationFormat.format(Duration.ofNanos(Math.round(millis * NANOS)));
    }

    /** The one in the middle; of two, the longer. */
    static double median(List<Double> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    static double longest(List<Double> times) {
        return times.stream().max(Double::compare).orElse(0.0);
    }
}
