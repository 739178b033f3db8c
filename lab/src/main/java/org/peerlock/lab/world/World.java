package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeSet;

/**
 * A system at one moment.
 *
 * @param states of the nodes, in order of their numbers
 * @param underway the messages under way, in the order in which they were sent
 * @param claimants the requests under way, in the order in which they were made
 * @param requests how many requests each node has made; the last one's id
 * @param timers those that run, in the order in which they were set
 * @param crashed the nodes that have stopped
 * @param lastFence the greatest fence given to an exclusive request
 */
public record World<S extends Record, M>(
        Rules<S, M> rules,
        List<S> states,
        List<Envelope<M>> underway,
        List<Claimant> claimants,
        Counters requests,
        List<Timer> timers,
        NodeSet crashed,
        long lastFence) {

    /** A timer that runs at a node. */
    public record Timer(int node, TimerId id) {}

    /** The system at its start, and what the nodes did to begin. */
    public static <S extends Record, M> Outcome<S, M> start(Rules<S, M> rules) {
        Turn<S, M> turn = new Turn<>(rules);
        for (Start.Inside inside : rules.start().inside()) {
            turn.alreadyInside(inside);
        }
        for (int node = 1; node <= rules.size(); node++) {
            turn.begin(node);
        }
        return turn.outcome();
    }

    public S state(int node) {
        return states.get(node - 1);
    }

    /** The requests of a node that are at a stage. */
    public List<Claimant> claimants(int node, Claimant.Stage stage) {
        return claimants.stream()
                .filter(claimant -> claimant.node() == node && claimant.stage() == stage)
                .toList();
    }

    /** The requests that are at a stage. */
    public List<Claimant> claimants(Claimant.Stage stage) {
        return claimants.stream().filter(claimant -> claimant.stage() == stage).toList();
    }

    /**
     * Whether the network may deliver this message next: on FIFO links, only the oldest of its link; on a sequenced medium,
     * whatever the links, only the oldest to its node.
     */
    public boolean deliverable(Envelope<M> envelope) {
        boolean sequenced = rules.assumptions().medium() == Medium.SEQUENCED;
        if (!sequenced && rules.network() == Network.UNORDERED) {
            return true;
        }
        for (Envelope<M> older : underway) {
            if (sequenced ? older.to() == envelope.to() : older.sameLink(envelope)) {
                return older.equals(envelope);
            }
        }
        return false;
    }

    /** The oldest message that must arrive before a timer expires: one of its round, where time is bounded. */
    public Optional<Envelope<M>> dueBefore(Timer timer) {
        return underway.stream().filter(envelope -> envelope.belongsTo(timer)).findFirst();
    }

    /** Whether a node may make another request now. */
    public boolean mayAsk(int node) {
        return !crashed.contains(node)
                && (rules.node(node).profile().concurrentRequests()
                        || claimants.stream().noneMatch(claimant -> claimant.node() == node));
    }

    /** Whether the algorithm serves such requests. */
    public boolean serves(int node, Request request) {
        return rules.node(node).serves(request);
    }

    /** The system after a step. The step must be possible: {@link Turn} says why if it is not. */
    public Outcome<S, M> apply(Step<M> step) {
        Turn<S, M> turn = new Turn<>(this);
        turn.take(step);
        return turn.outcome();
    }

    /** Who waits for ever: nothing is under way, no timer runs, nobody alive is inside, and yet somebody waits. */
    public Optional<Violation> stuck() {
        if (!underway.isEmpty() || !timers.isEmpty()) {
            return Optional.empty();
        }
        List<String> waiting = new ArrayList<>();
        for (Claimant claimant : claimants) {
            if (crashed.contains(claimant.node())) {
                continue;
            }
            if (claimant.stage() == Claimant.Stage.INSIDE) {
                return Optional.empty();
            }
            waiting.add(Integer.toString(claimant.node()));
        }
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        Property.PROGRESS,
                        "nothing is under way and nobody is inside, yet these wait: " + String.join(" ", waiting)));
    }
}
