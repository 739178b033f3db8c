package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All the sites that the nodes of a system have ever been seen as, and all messages: one object for each value. */
final class Sites<S extends Record, M> {

    private final Rules<S, M> rules;
    private final Likeness<S, M> likeness;
    private final boolean membership;
    private final Map<Long, Site<S, M>> sites = new ConcurrentHashMap<>();
    private final Map<Long, Envelope<M>> envelopes = new ConcurrentHashMap<>();

    private final Sightings sightings = new Sightings();

    Sites(Rules<S, M> rules, Likeness<S, M> likeness) {
        this.rules = rules;
        this.likeness = likeness;
        this.membership = rules.member(1).isPresent();
    }

    Likeness<S, M> likeness() {
        return likeness;
    }

    /** Whether the nodes come and go. */
    boolean hasMembership() {
        return membership;
    }

    Sightings sightings() {
        return sightings;
    }

    Rules<S, M> rules() {
        return rules;
    }

    /** The site that stands for a node and its application. */
    Site<S, M> of(Local<S> any) {
        return exactly(likeness.like(any));
    }

    /** The numbers in a state of a node, where they are shifted. */
    Extent extent(Local<S> local) {
        return likeness.extent(local, rules.size());
    }

    private Site<S, M> exactly(Local<S> local) {
        long fingerprint = Fingerprint.of(local.toString());
        Site<S, M> site = sites.computeIfAbsent(fingerprint, any -> new Site<>(this, local, fingerprint));
        mustEqual(site.local(), local);
        return site;
    }

    Envelope<M> envelope(int from, int to, M message, List<Envelope.Round> rounds) {
        return exactly(from, to, likeness.like(from, message), rounds);
    }

    /** The message that stands for one of another world. */
    Envelope<M> like(Envelope<M> other) {
        return envelope(other.from(), other.to(), other.message(), other.rounds());
    }

    Site<S, M> shifted(Site<S, M> site, Shift shift) {
        return exactly(likeness.shifted(site.local(), shift));
    }

    Envelope<M> shifted(Envelope<M> envelope, Shift shift) {
        M message = likeness.shifted(envelope.from(), envelope.message(), shift);
        return exactly(envelope.from(), envelope.to(), message, envelope.rounds());
    }

    private Envelope<M> exactly(int from, int to, M message, List<Envelope.Round> rounds) {
        Extent extent = likeness.extent(from, message, rules.size());
        Envelope<M> made = new Envelope<>(from, to, message, rounds, extent);
        Envelope<M> known = envelopes.computeIfAbsent(made.fingerprint(), any -> made);
        mustEqual(known, made);
        return known;
    }

    private static void mustEqual(Object known, Object made) {
        if (!known.equals(made)) {
            throw new IllegalStateException(
                    "These differ, but their texts do not, or they collide; toString must tell all of a state and of"
                            + " a message: " + known + " and " + made);
        }
    }
}
