package org.peerlock.lab.simulate;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** The applications at all nodes: they ask when the {@link ArrivalPattern} says so. */
final class Applications {

    /** Where they ask. */
    interface RequestHandler {

        boolean free(int node);

        /** Asks for a request that came up at a time, perhaps a while ago. */
        void ask(int node, long since);
    }

    private final ArrivalPattern arrivalPattern;
    private final int nodes;
    private final Simulator<?> simulator;
    private final ActiveFaults activeFaults;
    private final RandomGenerator random;
    private final long quiet;
    private final RequestHandler requestHandler;
    /** When the requests came up that wait for an earlier one of their node. */
    private final Map<Integer, Queue<Long>> backlog = new HashMap<>();

    /** Under light load, whose turn it is to ask; 0 between two turns. */
    private int turn;

    private boolean closed;

    /**
     * The applications of a run.
     *
     * @param quiet how long it takes at most until all is quiet after somebody has left
     */
    Applications(
            ArrivalPattern arrivalPattern,
            int nodes,
            Simulator<?> simulator,
            ActiveFaults activeFaults,
            RandomGenerator random,
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
            askEverywhere(ticks(burst.period()));
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

    /** From now on nobody asks any more. */
    void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }

    /** The node has left, or has given up: what now? */
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

    /** The node has crashed, and what it wanted is forgotten. */
    void crashed(int node) {
        backlog.remove(node);
        if (turn == node) {
            idle(node);
        }
    }

    /** The node is back, and wants nothing so far. */
    void restarted(int node) {
        if (!(arrivalPattern instanceof ArrivalPattern.Light)) {
            idle(node);
        }
    }

    private void ask(int node, long since) {
        if (!closed && requestHandler.free(node)) { // a node that was restarted may have meant to ask before, too
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
            askAfter(0, node); // by the node itself, which may stand still
        }
    }

    private void askEverywhere(long period) {
        for (int node = 1; node <= nodes; node++) {
            come(node, simulator.now());
        }
        if (!closed) {
            simulator.after(period, 0, () -> askEverywhere(period));
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
            simulator.after(0, node, () -> come(node, since)); // once the node goes on
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
