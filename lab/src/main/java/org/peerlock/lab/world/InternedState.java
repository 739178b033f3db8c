package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * A node and the application at it, as one of many systems may contain it. There is one object for each such value, and it
 * remembers what came of every step that was ever taken from it: the same step always has the same reaction.
 */
final class InternedState<S extends Record, M> {

    private final StateInterner<S, M> stateInterner;
    private final LocalState<S> localState;
    private final long fingerprint;
    private final long weight;
    private final NumberRanges numberRanges;
    private final Standing standing;
    private final boolean waits;
    private final DeliveryCache<S, M> deliveryCache = new DeliveryCache<>();
    private final Map<Step<M>, LocalOutcome<S, M>> reactions = new ConcurrentHashMap<>(4);

    InternedState(StateInterner<S, M> stateInterner, LocalState<S> localState, long fingerprint) {
        this.stateInterner = stateInterner;
        this.localState = localState;
        this.fingerprint = fingerprint;
        this.numberRanges = stateInterner.extent(localState);
        this.weight = weight(localState.activeRequests(), stateInterner.rules().capacity());
        this.standing = stateInterner
                .rules()
                .member(localState.node())
                .map(member -> member.standing(localState.state()))
                .orElse(Standing.MEMBER);
        this.waits = standing == Standing.LEAVING
                || localState.activeRequests().stream()
                        .anyMatch(activeRequest -> activeRequest.stage() != ActiveRequest.Stage.INSIDE);
    }

    private static long weight(List<ActiveRequest> claimants, Capacity capacity) {
        return claimants.stream()
                .filter(activeRequest -> activeRequest.stage() == ActiveRequest.Stage.INSIDE)
                .mapToLong(activeRequest -> capacity.weight(activeRequest.request()))
                .sum();
    }

    /** A node's first, and what it did to begin. */
    static <S extends Record, M> LocalOutcome<S, M> first(StateInterner<S, M> stateInterner, int node) {
        Start start = stateInterner.rules().start();
        List<ActiveRequest> inside = start.inside().stream()
                .filter(one -> one.node() == node)
                .map(one -> new ActiveRequest(node, one.request(), ActiveRequest.Stage.INSIDE, start.fence()))
                .toList();
        long requests = inside.stream().mapToLong(ActiveRequest::id).max().orElse(0);
        return StepExecution.begin(stateInterner, node, inside, requests);
    }

    LocalState<S> local() {
        return localState;
    }

    /** All others that it may be seen as. */
    StateInterner<S, M> sites() {
        return stateInterner;
    }

    /** Stands for the node, its state, and its application. */
    long fingerprint() {
        return fingerprint;
    }

    /** What the node's requests that are inside take of the permits. */
    long weight() {
        return weight;
    }

    /** The numbers in it, where they are shifted. */
    NumberRanges extent() {
        return numberRanges;
    }

    /** How the node stands to the group: where nodes do not come and go, all are members. */
    Standing standing() {
        return standing;
    }

    /** Whether the node waits to enter, to have withdrawn, or to be gone. */
    boolean waits() {
        return waits;
    }

    LocalOutcome<S, M> arrival(Step.Deliver<M> step) {
        Envelope<M> envelope = step.envelope();
        LocalOutcome<S, M> known = deliveryCache.get(envelope);
        if (known == null) {
            known = StepExecution.take(stateInterner, localState, step);
            deliveryCache.put(envelope, known);
        }
        return known;
    }

    LocalOutcome<S, M> after(Step<M> step) {
        LocalOutcome<S, M> known = reactions.get(step);
        if (known == null) {
            known = StepExecution.take(stateInterner, localState, step);
            reactions.put(step, known);
        }
        return known;
    }

    InternedState<S, M> withoutTimers() {
        return stateInterner.of(new LocalState<>(
                localState.node(), localState.state(), localState.activeRequests(), localState.requests(), List.of()));
    }

    /** The same, where the timers that were just set know which requests to wait for. */
    InternedState<S, M> stamped(NodeCounters before) {
        List<World.Timer> timers = localState.timers().stream()
                .map(timer -> timer.needsStamp() ? timer.stamped(before) : timer)
                .toList();
        return stateInterner.of(new LocalState<>(
                localState.node(), localState.state(), localState.activeRequests(), localState.requests(), timers));
    }
}
