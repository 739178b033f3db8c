package org.peerlock.bench.trial;

import java.time.Duration;

/**
 * What happens to the packets from one host to another.
 *
 * @param loss the probability that a packet is lost
 * @param duplication the probability that it arrives twice
 * @param delay the longest time until it arrives; each packet takes a random part of it, so packets
 *     overtake each other
 */
record Link(double loss, double duplication, Duration delay) {

    static final Link GOOD = new Link(0, 0, Duration.ZERO);
    static final Link CUT = new Link(1, 0, Duration.ZERO);

    static Link lossy(double loss) {
        return new Link(loss, 0, Duration.ZERO);
    }

    static Link duplicating(double duplication) {
        return new Link(0, duplication, Duration.ZERO);
    }

    static Link slow(Duration delay) {
        return new Link(0, 0, delay);
    }
}
