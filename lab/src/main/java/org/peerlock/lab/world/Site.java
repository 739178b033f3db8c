package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.data.Counters;

/**
 * A node and the application at it, as one of many systems may contain it. There is one object for each such value, and it
 * remembers what came of every step that was ever taken from it: the same step always has the same reaction.
 */
final class Site<S extends Record, M> {

    private final Sites<S, M> sites;
    private final Local<S> local;
    private final long fingerprint;
    private final long weight;
    private final Extent extent;
    private final Standing standing;
    private final boolean waits;
    private final Deliveries<S, M> deliveries = new Deliveries<>();
    private final Map<Step<M>, Reaction<S, M>> reactions = new ConcurrentHashMap<>(4);

    Site(Sites<S, M> sites, Local<S> local, long fingerprint) {
        this.sites = sites;
        this.local = local;
        this.fingerprint = fingerprint;
        this.extent = sites.extent(local);
        this.weight = weight(local.claimants(), sites.rules().capacity());
        this.standing = sites.rules()
                .member(local.node())
                .map(member -> member.standing(local.state()))
                .orElse(Standing.MEMBER);
        this.waits = standing == Standing.LEAVING
                || local.claimants().stream().anyMatch(claimant -> claimant.stage() != Claimant.Stage.INSIDE);
    }

    private static long weight(List<Claimant> claimants, Capacity capacity) {
        return claimants.stream()
                .filter(claimant -> claimant.stage() == Claimant.Stage.INSIDE)
                .mapToLong(claimant -> capacity.weight(claimant.request()))
                .sum();
    }

    /** A node's first, and what it did to begin. */
    static <S extends Record, M> Reaction<S, M> first(Sites<S, M> sites, int node) {
        Start start = sites.rules().start();
        List<Claimant> inside = start.inside().stream()
                .filter(one -> one.node() == node)
                .map(one -> new Claimant(node, one.request(), Claimant.Stage.INSIDE, start.fence()))
                .toList();
        long requests = inside.stream().mapToLong(Claimant::id).max().orElse(0);
        return Turn.begin(sites, node, inside, requests);
    }

    Local<S> local() {
        return local;
    }

    /** All others that it may be seen as. */
    Sites<S, M> sites() {
        return sites;
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
    Extent extent() {
        return extent;
    }

    /** How the node stands to the group: where nodes do not come and go, all are members. */
    Standing standing() {
        return standing;
    }

    /** Whether the node waits to enter, to have withdrawn, or to be gone. */
    boolean waits() {
        return waits;
    }

    Reaction<S, M> arrival(Step.Deliver<M> step) {
        Envelope<M> envelope = step.envelope();
        Reaction<S, M> known = deliveries.get(envelope);
        if (known == null) {
            known = Turn.take(sites, local, step);
            deliveries.put(envelope, known);
        }
        return known;
    }

    Reaction<S, M> after(Step<M> step) {
        Reaction<S, M> known = reactions.get(step);
        if (known == null) {
            known = Turn.take(sites, local, step);
            reactions.put(step, known);
        }
        return known;
    }

    Site<S, M> withoutTimers() {
        return sites.of(new Local<>(local.node(), local.state(), local.claimants(), local.requests(), List.of()));
    }

    /** The same, where the timers that were just set know which requests to wait for. */
    Site<S, M> stamped(Counters before) {
        List<World.Timer> timers = local.timers().stream()
                .map(timer -> timer.needsStamp() ? timer.stamped(before) : timer)
                .toList();
        return sites.of(new Local<>(local.node(), local.state(), local.claimants(), local.requests(), timers));
    }
}
