package org.peerlock.lab.simulate;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** The applications at all nodes: they make requests as the {@link ArrivalPattern} says. */
final class Applications {

    /** Accepts the requests of the applications. */
    interface RequestHandler {

        boolean free(int node);

        /** Makes a request that arrived at a time, perhaps earlier. */
        void ask(int node, long since);
    }

    private final ArrivalPattern arrivalPattern;
    private final int nodes;
    private final Simulator<?> simulator;
    private final ActiveFaults activeFaults;
    private final SplitMix64 random;
    private final long quiet;
    private final RequestHandler requestHandler;
    /** The arrival times of requests that wait for an earlier request of their node. */
    private final Map<Integer, Queue<Long>> backlog = new HashMap<>();

    /** Under light load, the node whose turn it is; 0 between two turns. */
    private int turn;

    private boolean closed;

    /**
     * The applications of a run.
     *
     * @param quiet how long it takes at most after a release until no message is under way
     */
    Applications(
            ArrivalPattern arrivalPattern,
            int nodes,
            Simulator<?> simulator,
            ActiveFaults activeFaults,
            SplitMix64 random,
            long quiet,
            RequestHandler requestHandler) {
        this.arrivalPattern = arrivalPattern;
        this.nodes = nodes;
        this.simulator = simulator;
        this.activeFaults = activeFaults;
        this.random = random;
        this.quiet = quiet;
        this.requestHandler = requestHandler;
    }

    void start() {
        if (arrivalPattern instanceof ArrivalPattern.Light) {
            askSomewhere();
        } else if (arrivalPattern instanceof ArrivalPattern.Burst burst) {
            askEverywhere(burst);
        } else {
            for (int node = 1; node <= nodes; node++) {
                start(node);
            }
        }
    }

    private void start(int node) {
        if (arrivalPattern instanceof ArrivalPattern.Saturated) {
            askAfter(0, node);
        } else if (arrivalPattern instanceof ArrivalPattern.Think think) {
            askAfter(think.time().draw(random), node);
        } else {
            arrive(node);
        }
    }

    /** From now on no more requests are made. */
    void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }

    /** The node has left or cancelled: makes or schedules its next request. */
    void idle(int node) {
        if (arrivalPattern instanceof ArrivalPattern.Light) {
            turn = 0;
            simulator.after(quiet, 0, this::askSomewhere);
        } else if (arrivalPattern instanceof ArrivalPattern.Saturated) {
            ask(node, simulator.now());
        } else if (arrivalPattern instanceof ArrivalPattern.Think think) {
            askAfter(think.time().draw(random), node);
        } else {
            Long since = backlog.getOrDefault(node, new ArrayDeque<>()).poll();
            if (since != null) {
                ask(node, since);
            }
        }
    }

    /** The node has crashed; its requests are dropped. */
    void crashed(int node) {
        backlog.remove(node);
        if (turn == node) {
            idle(node);
        }
    }

    /** The node has restarted, without requests. */
    void restarted(int node) {
        if (!(arrivalPattern instanceof ArrivalPattern.Light)) {
            idle(node);
        }
    }

    private void ask(int node, long since) {
        if (!closed && requestHandler.free(node)) { // a restarted node may have a request scheduled from before
            requestHandler.ask(node, since);
        }
    }

    private void askAfter(long ticks, int node) {
        simulator.after(ticks, node, () -> ask(node, simulator.now()));
    }

    private void askSomewhere() {
        int node = 1 + random.nextInt(nodes);
        if (closed) {
            return;
        } else if (activeFaults.crashed(node)) {
            simulator.after(quiet, 0, this::askSomewhere);
        } else {
            turn = node;
            askAfter(0, node); // as an event of the node, which may be paused
        }
    }

    private void askEverywhere(ArrivalPattern.Burst burst) {
        for (int node = 1; node <= nodes; node++) {
            if (burst.spread() == 0) {
                come(node, simulator.now());
            } else {
                int one = node;
                simulator.after(ticks(burst.spread() * random.nextDouble()), 0, () -> come(one, simulator.now()));
            }
        }
        if (!closed) {
            simulator.after(ticks(burst.period()), 0, () -> askEverywhere(burst));
        }
    }

    private void arrive(int node) {
        double mean = 1 / rate(node);
        simulator.after(ticks(mean * random.nextExponential()), 0, () -> {
            come(node, simulator.now());
            if (!closed) {
                arrive(node);
            }
        });
    }

    private double rate(int node) {
        if (arrivalPattern instanceof ArrivalPattern.Hotspot hotspot) {
            double all = hotspot.rate() * nodes;
            return node == 1 ? hotspot.share() * all : (1 - hotspot.share()) * all / (nodes - 1);
        }
        return ((ArrivalPattern.Poisson) arrivalPattern).rate();
    }

    private void come(int node, long since) {
        if (activeFaults.crashed(node)) {
            return;
        }
        if (activeFaults.resumes(node) > simulator.now()) {
            simulator.after(0, node, () -> come(node, since)); // once the node resumes
        } else if (requestHandler.free(node)) {
            ask(node, since);
        } else {
            backlog.computeIfAbsent(node, any -> new ArrayDeque<>()).add(since);
        }
    }

    private static long ticks(double units) {
        return Math.round(units * Distribution.UNIT);
    }
}
