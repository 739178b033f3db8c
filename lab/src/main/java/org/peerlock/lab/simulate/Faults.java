package org.peerlock.lab.simulate;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.peerlock.algorithm.data.NodeSet;

/**
 * What is wrong with the network and the nodes at the moment.
 *
 * <p>A lost message is gone. A link that is cut keeps what is sent on it until it is whole again, as a reliable connection
 * does. A node that stands still sees nothing until it goes on, and then everything. A node that has crashed sees nothing.
 */
public final class Faults {

    private double loss;
    private double duplication;
    private NodeSet crashed = NodeSet.empty();
    /** Until when a node stands still. */
    private final Map<Integer, Long> pausedUntil = new HashMap<>();
    /** Until when a link is cut. */
    private final Map<Long, Long> cutUntil = new HashMap<>();

    /** From now on messages are lost, or delivered twice, with these probabilities. */
    public void disturb(double lossProbability, double duplicationProbability) {
        loss = lossProbability;
        duplication = duplicationProbability;
    }

    public void crash(int node) {
        crashed = crashed.plus(node);
    }

    /** The node is back. What became of its process is not known here. */
    public void restart(int node) {
        crashed = crashed.minus(node);
    }

    /** The node stands still until a time. */
    public void pause(int node, long until) {
        pausedUntil.merge(node, until, Math::max);
    }

    /** What is sent from one node to another until a time arrives no earlier than then. */
    public void cut(int from, int to, long until) {
        cutUntil.merge(link(from, to), until, Math::max);
    }

    private static long link(int from, int to) {
        return ((long) from << 32) | to;
    }

    boolean none() {
        return loss == 0 && duplication == 0 && crashed.isEmpty() && pausedUntil.isEmpty() && cutUntil.isEmpty();
    }

    boolean loses(RandomGenerator random) {
        return loss > 0 && random.nextDouble() < loss;
    }

    boolean duplicates(RandomGenerator random) {
        return duplication > 0 && random.nextDouble() < duplication;
    }

    long released(int from, int to, long arrival) {
        return cutUntil.isEmpty() ? arrival : Math.max(arrival, cutUntil.getOrDefault(link(from, to), 0L));
    }

    /** Whether a node sees nothing at a time. */
    boolean holdsUp(int node, long time) {
        return crashed(node) || (!pausedUntil.isEmpty() && time < resumes(node));
    }

    public boolean crashed(int node) {
        return !crashed.isEmpty() && crashed.contains(node);
    }

    long resumes(int node) {
        return pausedUntil.getOrDefault(node, 0L);
    }
}
