package org.peerlock.lab.simulate;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.peerlock.algorithm.data.NodeSet;

/**
 * What is wrong with the network and the nodes at the moment.
 *
 * <p>A lost message is gone. A link that is cut keeps what would arrive on it until it is whole again, as a reliable
 * connection does. A node that stands still sees nothing until it goes on, and then everything. A node that has crashed sees
 * nothing, and what arrives there meanwhile is gone.
 *
 * <p>What is held up stays in order: whatever is held up on a link is let go at one and the same time, in the order in which
 * it was sent. That is why nothing here can be made to end earlier than was said.
 */
public final class ActiveFaults {

    private final RandomGenerator random;
    private double loss;
    private double duplication;
    private long disturbed;
    /** Asked at every event, so it must cost nothing. */
    private boolean none = true;

    private NodeSet crashed = NodeSet.empty();
    /** Until when a node stands still. */
    private final Map<Integer, Long> pausedUntil = new HashMap<>();
    /** Until when a link is cut. */
    private final Map<Long, Long> cutUntil = new HashMap<>();

    /** None so far; which messages are lost or doubled is drawn from these random numbers. */
    public ActiveFaults(RandomGenerator random) {
        this.random = random;
    }

    /** From now on messages are lost, or delivered twice, with these probabilities. */
    public void disturb(double lossProbability, double duplicationProbability) {
        loss = lossProbability;
        duplication = duplicationProbability;
    }

    /** How many messages were lost or doubled. */
    public long disturbed() {
        return disturbed;
    }

    public void crash(int node) {
        none = false;
        crashed = crashed.plus(node);
    }

    /** The node is back. What became of its process is not known here. */
    public void restart(int node) {
        crashed = crashed.minus(node);
    }

    /** The node stands still until a time. */
    public void pause(int node, long until) {
        none = false;
        pausedUntil.merge(node, until, Math::max);
    }

    /** What one node has sent to another arrives no earlier than this. */
    public void cut(int from, int to, long until) {
        none = false;
        cutUntil.merge(link(from, to), until, Math::max);
    }

    private static long link(int from, int to) {
        return ((long) from << 32) | to;
    }

    /** Whether nothing was ever held up. */
    boolean none() {
        return none;
    }

    boolean loses() {
        return happens(loss);
    }

    boolean duplicates() {
        return happens(duplication);
    }

    private boolean happens(double probability) {
        boolean happens = probability > 0 && random.nextDouble() < probability;
        disturbed += happens ? 1 : 0;
        return happens;
    }

    /** From which the time of a message's second copy is drawn, so that faults do not change the other times. */
    RandomGenerator random() {
        return random;
    }

    public boolean crashed(int node) {
        return !crashed.isEmpty() && crashed.contains(node);
    }

    /** When a node goes on that stands still; a time that is over, if it does not. */
    long resumes(int node) {
        return pausedUntil.getOrDefault(node, 0L);
    }

    /** When what was sent from one node can be seen by another; a time that is over, if nothing holds it up. */
    long passes(int from, int to) {
        return Math.max(resumes(to), cutUntil.getOrDefault(link(from, to), 0L));
    }
}
