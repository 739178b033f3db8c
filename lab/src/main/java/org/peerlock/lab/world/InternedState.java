package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * The interned local state of a node and its application, shared by all worlds that contain it.
 * There is one object for each value. It caches the outcome of every step that was ever taken from
 * it: the same step always has the same outcome.
 */
final class InternedState<S extends Record, M> {

    private final StateInterner<S, M> stateInterner;
    private final LocalState<S> localState;
    private final long fingerprint;
    private final long weight;
    private final NumberRanges numberRanges;
    private final MemberStatus memberStatus;
    private final boolean waits;
    private final DeliveryCache<S, M> deliveryCache = new DeliveryCache<>();
    private final Map<Step<M>, LocalOutcome<S, M>> reactions = new ConcurrentHashMap<>(4);

    InternedState(StateInterner<S, M> stateInterner, LocalState<S> localState, long fingerprint) {
        this.stateInterner = stateInterner;
        this.localState = localState;
        this.fingerprint = fingerprint;
        this.numberRanges = stateInterner.numberRanges(localState);
        this.weight =
                weight(localState.activeRequests(), stateInterner.systemConfig().capacity());
        this.memberStatus = stateInterner
                .systemConfig()
                .member(localState.node())
                .map(member -> member.status(localState.state()))
                .orElse(MemberStatus.MEMBER);
        this.waits = memberStatus == MemberStatus.LEAVING
                || localState.activeRequests().stream()
                        .anyMatch(activeRequest -> activeRequest.stage() != ActiveRequest.Stage.INSIDE);
    }

    private static long weight(List<ActiveRequest> activeRequests, Capacity capacity) {
        return activeRequests.stream()
                .filter(activeRequest -> activeRequest.stage() == ActiveRequest.Stage.INSIDE)
                .mapToLong(activeRequest -> capacity.weight(activeRequest.request()))
                .sum();
    }

    /** The initial state of a node, with the effects of its start. */
    static <S extends Record, M> LocalOutcome<S, M> first(StateInterner<S, M> stateInterner, int node) {
        Start start = stateInterner.systemConfig().start();
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

    /** The interner of all local states. */
    StateInterner<S, M> interner() {
        return stateInterner;
    }

    /** A fingerprint of the node, its state and its application. */
    long fingerprint() {
        return fingerprint;
    }

    /** How many permits the node's requests inside take. */
    long weight() {
        return weight;
    }

    /** The numbers in the state, if numbers are shifted. */
    NumberRanges numberRanges() {
        return numberRanges;
    }

    /** The node's relation to the group; without membership changes all nodes are members. */
    MemberStatus memberStatus() {
        return memberStatus;
    }

    /** Whether the node waits to enter, to withdraw its request, or to leave the group. */
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

    /** The same state, with the requests to wait for stored in the timers that were just set. */
    InternedState<S, M> stamped(NodeCounters before) {
        List<World.Timer> timers = localState.timers().stream()
                .map(timer -> timer.needsStamp() ? timer.stamped(before) : timer)
                .toList();
        return stateInterner.of(new LocalState<>(
                localState.node(), localState.state(), localState.activeRequests(), localState.requests(), timers));
    }
}
