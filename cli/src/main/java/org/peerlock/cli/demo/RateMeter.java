package org.peerlock.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;

/** Measures how fast a number grows, over the last two seconds, so that the display is steady. */
final class RateMeter {

    private static final double WINDOW_SECONDS = 2;

    private record Sample(double seconds, long number) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** Returns the growth per second, given the current value. */
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
