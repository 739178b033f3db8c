package org.peerlock.test;

import java.util.List;
import java.util.random.RandomGenerator;

/** Faults of all kinds, one after the other, until a time from which on everything is whole again. */
final class Storm {

    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Manner manner;
    private long faults;

    /**
     * How it blows. Times in nanoseconds.
     *
     * @param between the mean time from one fault to the next
     * @param until when it is over
     * @param longest how long a fault lasts at most
     * @param rho by how much clocks go wrong at most
     * @param habits of the clients of nodes that start
     * @param clients how many a node has
     */
    record Manner(long between, long until, long longest, double rho, Client.Habits habits, int clients) {}

    Storm(SimulatedCluster cluster, RandomGenerator random, Manner manner) {
        this.cluster = cluster;
        this.random = random;
        this.manner = manner;
        next();
    }

    /** How many there were. */
    long faults() {
        return faults;
    }

    private void next() {
        long time = (long) (-Math.log(1 - random.nextDouble()) * manner.between()) + 1;
        if (cluster.simulator().now() + time < manner.until()) {
            cluster.simulator().after(time, 0, () -> {
                happen();
                next();
            });
        }
    }

    private void happen() {
        faults++;
        long now = cluster.simulator().now();
        long length = (long) (manner.longest() * Math.pow(random.nextDouble(), 2));
        long end = Math.min(now + length, manner.until());
        List<SimulatedNode> present =
                cluster.nodes().stream().filter(node -> !node.gone()).toList();
        if (present.isEmpty()) {
            start();
            return;
        }
        SimulatedNode one = present.get(random.nextInt(present.size()));
        SimulatedNode other = present.get(random.nextInt(present.size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> cluster.faults().pause(one.number, end);
            case 2 -> cluster.faults().cut(one.number, other.number, end);
            case 3 -> {
                cluster.faults().cut(one.number, other.number, end);
                cluster.faults().cut(other.number, one.number, end);
            }
            case 4 -> {
                one.crash();
                cluster.simulator().after(end - now + 1, 0, this::start);
            }
            case 5 -> {
                one.brain().leave(one.now());
                cluster.simulator().after(end - now + 1, 0, this::start);
            }
            case 6 -> cluster.cell().silence(end);
            case 7 -> cluster.cell().readOnly(end);
            case 8 -> start();
            default -> {
                if (one != other) {
                    cluster.reset(one, other);
                }
            }
        }
    }

    /** At most so many nodes at once that a run stays short. */
    private void start() {
        if (cluster.nodes().stream().filter(node -> !node.gone()).count() < 8) {
            start(cluster, random, manner);
        }
    }

    static SimulatedNode start(SimulatedCluster cluster, RandomGenerator random, Manner manner) {
        double rate = 1 + manner.rho() * (2 * random.nextDouble() - 1);
        SimulatedNode node = cluster.add(rate);
        for (int i = 0; i < manner.clients(); i++) {
            cluster.add(node, manner.habits());
        }
        return node;
    }
}
