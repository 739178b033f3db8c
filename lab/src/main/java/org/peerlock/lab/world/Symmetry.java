package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;

/**
 * Symmetry reduction: worlds that differ only in the names of nodes have the same fingerprint.
 */
public final class Symmetry<S extends Record, M> {

    private final Renaming<S, M> renaming;
    private final List<IntUnaryOperator> symmetries;
    private final Map<InternedState<S, M>, long[]> localStates = new ConcurrentHashMap<>();
    private final Map<Envelope<M>, long[]> envelopes = new ConcurrentHashMap<>();

    public Symmetry(Renaming<S, M> renaming, int nodes) {
        this.renaming = renaming;

        this.symmetries = renaming.symmetries(nodes);
    }

    /**
     * The least fingerprint of all symmetric worlds.
     */
    long fingerprint(InternedState<S, M>[] all, InFlightMessages<M> inFlightMessages) {
        long[] sums = new long[symmetries.size()];
        for (InternedState<S, M> internedState : all) {
            add(sums, localStates.computeIfAbsent(internedState, this::prints));
        }
        inFlightMessages.places((envelope, place) -> {
            long[] prints = envelopes.computeIfAbsent(envelope, this::prints);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += place < 0 ? prints[i] : Fingerprint.at(place, prints[i]);
            }
        });
        long least = sums[0];
        for (long sum : sums) {
            least = Math.min(least, sum);
        }
        return least;
    }

    private static void add(long[] sums, long[] prints) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += prints[i];
        }
    }

    private long[] prints(InternedState<S, M> internedState) {
        LocalState<S> localState = internedState.local();
        return symmetries.stream()
                .mapToLong(names -> Fingerprint.of(renamed(localState, names).toString()))
                .toArray();
    }

    private LocalState<S> renamed(LocalState<S> localState, IntUnaryOperator names) {
        int node = names.applyAsInt(localState.node());
        return new LocalState<>(
                node,
                renaming.state(localState.state(), names),
                localState.activeRequests().stream()
                        .map(activeRequest -> new ActiveRequest(
                                node, activeRequest.request(), activeRequest.stage(), activeRequest.fence()))
                        .toList(),
                localState.requests(),
                localState.timers().stream()
                        .map(timer -> new World.Timer(node, timer.id(), timer.length(), timer.before()))
                        .toList());
    }

    private long[] prints(Envelope<M> envelope) {
        return symmetries.stream()
                .mapToLong(names -> new Envelope<>(
                                names.applyAsInt(envelope.from()),
                                names.applyAsInt(envelope.to()),
                                renaming.message(envelope.message(), names),
                                envelope.rounds())
                        .fingerprint())
                .toArray();
    }
}
