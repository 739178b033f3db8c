package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All the sites that the nodes of a system have ever been seen as, and all messages: one object for each value. */
final class StateInterner<S extends Record, M> {

    private final SystemConfig<S, M> systemConfig;
    private final StateEquivalence<S, M> stateEquivalence;
    private final boolean membership;
    private final Map<Long, InternedState<S, M>> sites = new ConcurrentHashMap<>();
    private final Map<Long, Envelope<M>> envelopes = new ConcurrentHashMap<>();

    private final Coverage coverage = new Coverage();

    StateInterner(SystemConfig<S, M> systemConfig, StateEquivalence<S, M> stateEquivalence) {
        this.systemConfig = systemConfig;
        this.stateEquivalence = stateEquivalence;
        this.membership = systemConfig.member(1).isPresent();
    }

    StateEquivalence<S, M> likeness() {
        return stateEquivalence;
    }

    /** Whether the nodes come and go. */
    boolean hasMembership() {
        return membership;
    }

    Coverage sightings() {
        return coverage;
    }

    SystemConfig<S, M> rules() {
        return systemConfig;
    }

    /** The site that stands for a node and its application. */
    InternedState<S, M> of(LocalState<S> any) {
        return exactly(stateEquivalence.representative(any));
    }

    /** The numbers in a state of a node, where they are shifted. */
    NumberRanges extent(LocalState<S> localState) {
        return stateEquivalence.extent(localState, systemConfig.size());
    }

    private InternedState<S, M> exactly(LocalState<S> localState) {
        long fingerprint = Fingerprint.of(localState.toString());
        InternedState<S, M> internedState =
                sites.computeIfAbsent(fingerprint, any -> new InternedState<>(this, localState, fingerprint));
        mustEqual(internedState.local(), localState);
        return internedState;
    }

    Envelope<M> envelope(int from, int to, M message, List<Envelope.Round> rounds) {
        return exactly(from, to, stateEquivalence.representative(from, message), rounds);
    }

    /** The message that stands for one of another world. */
    Envelope<M> like(Envelope<M> other) {
        return envelope(other.from(), other.to(), other.message(), other.rounds());
    }

    InternedState<S, M> shifted(InternedState<S, M> internedState, NumberShift numberShift) {
        return exactly(stateEquivalence.shifted(internedState.local(), numberShift));
    }

    Envelope<M> shifted(Envelope<M> envelope, NumberShift numberShift) {
        M message = stateEquivalence.shifted(envelope.from(), envelope.message(), numberShift);
        return exactly(envelope.from(), envelope.to(), message, envelope.rounds());
    }

    private Envelope<M> exactly(int from, int to, M message, List<Envelope.Round> rounds) {
        NumberRanges numberRanges = stateEquivalence.extent(from, message, systemConfig.size());
        Envelope<M> made = new Envelope<>(from, to, message, rounds, numberRanges);
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
