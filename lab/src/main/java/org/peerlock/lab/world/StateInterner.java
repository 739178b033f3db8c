package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Interns the local states and messages of a system: one object for each value.
 */
final class StateInterner<S extends Record, M> {

    private final SystemConfig<S, M> systemConfig;
    private final StateEquivalence<S, M> stateEquivalence;
    private final boolean membership;
    private final Map<Long, InternedState<S, M>> localStates = new ConcurrentHashMap<>();
    private final Map<Long, Envelope<M>> envelopes = new ConcurrentHashMap<>();

    private final Coverage coverage = new Coverage();

    StateInterner(SystemConfig<S, M> systemConfig, StateEquivalence<S, M> stateEquivalence) {
        this.systemConfig = systemConfig;
        this.stateEquivalence = stateEquivalence;
        this.membership = systemConfig.member(1).isPresent();
    }

    StateEquivalence<S, M> equivalence() {
        return stateEquivalence;
    }

    /** Whether nodes join and leave. */
    boolean hasMembership() {
        return membership;
    }

    Coverage coverage() {
        return coverage;
    }

    SystemConfig<S, M> systemConfig() {
        return systemConfig;
    }

    /** The interned state of a node and its application. */
    InternedState<S, M> of(LocalState<S> any) {
        return exactly(stateEquivalence.representative(any));
    }

    /** The numbers in a state of a node, if numbers are shifted. */
    NumberRanges numberRanges(LocalState<S> localState) {
        return stateEquivalence.numberRanges(localState, systemConfig.size());
    }

    private InternedState<S, M> exactly(LocalState<S> localState) {
        long fingerprint = Fingerprint.of(localState.toString());
        InternedState<S, M> internedState =
                localStates.computeIfAbsent(fingerprint, any -> new InternedState<>(this, localState, fingerprint));
        mustEqual(internedState.local(), localState);
        return internedState;
    }

    Envelope<M> envelope(int from, int to, M message, List<Envelope.Round> rounds) {
        return exactly(from, to, stateEquivalence.representative(from, message), rounds);
    }

    /** The message of this system that corresponds to one of another world. */
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
        NumberRanges numberRanges = stateEquivalence.numberRanges(from, message, systemConfig.size());
        Envelope<M> made = new Envelope<>(from, to, message, rounds, numberRanges);
        Envelope<M> known = envelopes.computeIfAbsent(made.fingerprint(), any -> made);
        mustEqual(known, made);
        return known;
    }

    private static void mustEqual(Object known, Object made) {
        if (!known.equals(made)) {
            throw new IllegalStateException(
                    "These values differ, but their texts do not, or their fingerprints collide; toString must show all of a state and of"
                            + " a message: " + known + " and " + made);
        }
    }
}
