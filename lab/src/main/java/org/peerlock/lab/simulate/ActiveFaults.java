package org.peerlock.lab.simulate;

import java.util.HashMap;
import java.util.Map;
import org.peerlock.algorithm.data.NodeSet;

/**
 * The faults of the network and the nodes that are in effect now.
 *
 * <p>A lost message never arrives. A cut link holds its messages until it heals, as a reliable
 * connection does. A paused node receives nothing until it resumes, and then everything. A crashed
 * node receives nothing, and messages that arrive meanwhile are lost.
 *
 * <p>Delayed messages stay in order: all messages that a link holds are released at the same time,
 * in the order in which they were sent. That is why no fault can be ended earlier than announced.
 */
public final class ActiveFaults {

    private final SplitMix64 random;
    private double loss;
    private double duplication;
    private long disturbed;
    /** Read at every event, so it must be cheap. */
    private boolean none = true;

    private NodeSet crashed = NodeSet.empty();
    /** Until when a node is paused. */
    private final Map<Integer, Long> pausedUntil = new HashMap<>();
    /** Until when a link is cut. */
    private final Map<Long, Long> cutUntil = new HashMap<>();

    /** Starts without faults; losses and duplications are drawn from these random numbers. */
    public ActiveFaults(SplitMix64 random) {
        this.random = random;
    }

    /** From now on messages are lost or duplicated with these probabilities. */
    public void disturb(double lossProbability, double duplicationProbability) {
        loss = lossProbability;
        duplication = duplicationProbability;
    }

    /** How many messages were lost or duplicated. */
    public long disturbed() {
        return disturbed;
    }

    public void crash(int node) {
        none = false;
        crashed = crashed.plus(node);
    }

    /** The node receives messages again. Its process is not restarted here. */
    public void restart(int node) {
        crashed = crashed.minus(node);
    }

    /** The node is paused until a time. */
    public void pause(int node, long until) {
        none = false;
        pausedUntil.merge(node, until, Math::max);
    }

    /** Messages from one node to another arrive no earlier than this time. */
    public void cut(int from, int to, long until) {
        none = false;
        cutUntil.merge(link(from, to), until, Math::max);
    }

    private static long link(int from, int to) {
        return ((long) from << 32) | to;
    }

    /** Whether no fault ever delayed anything. */
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

    /**
     * The random numbers for the delay of a duplicate, so that faults do not change other delays.
     */
    SplitMix64 random() {
        return random;
    }

    public boolean crashed(int node) {
        return !crashed.isEmpty() && crashed.contains(node);
    }

    /** When a paused node resumes; a past time if it is not paused. */
    long resumes(int node) {
        return pausedUntil.getOrDefault(node, 0L);
    }

    /**
     * When messages from one node can reach another; a past time if nothing delays them.
     */
    long passes(int from, int to) {
        return Math.max(resumes(to), cutUntil.getOrDefault(link(from, to), 0L));
    }
}
