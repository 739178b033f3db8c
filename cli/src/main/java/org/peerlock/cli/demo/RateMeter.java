package org.peerlock.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;

/** How fast a number grows: over the last two seconds, so that one can read it. */
final class RateMeter {

    private static final double WINDOW_SECONDS = 2;

    private record Sample(double seconds, long number) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** By how much the number grows in a second, now that it is so much. */
    double at(double seconds, long number) {
        samples.addLast(new Sample(seconds, number));
        while (seconds - samples.getFirst().seconds() > WINDOW_SECONDS) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        double passed = seconds - first.seconds();
        return passed == 0 ? 0 : (number - first.number()) / passed;
    }
}
