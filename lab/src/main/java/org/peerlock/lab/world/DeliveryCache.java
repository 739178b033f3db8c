package org.peerlock.lab.world;

import org.jspecify.annotations.Nullable;

/** Caches the outcomes of messages that arrived in a local state. Reads do not lock. */
final class DeliveryCache<S extends Record, M> {

    /** Envelopes and their outcomes alternately; at least half of the places are empty. */
    private volatile @Nullable Object[] table = new Object[8];

    private int size;

    @SuppressWarnings("unchecked") // an outcome is stored only behind its envelope
    @Nullable LocalOutcome<S, M> get(Envelope<M> envelope) {
        @Nullable Object[] known = table;
        int at = place(known, envelope);
        return known[at] == null ? null : (LocalOutcome<S, M>) known[at + 1];
    }

    synchronized void put(Envelope<M> envelope, LocalOutcome<S, M> localOutcome) {
        @Nullable Object[] next = table.clone();
        if (4 * (size + 1) > next.length) {
            next = new Object[2 * next.length];
            for (int i = 0; i < table.length; i += 2) {
                Object old = table[i];
                if (old != null) {
                    int at = place(next, (Envelope<?>) old);
                    next[at] = old;
                    next[at + 1] = table[i + 1];
                }
            }
        }
        int at = place(next, envelope);
        if (next[at] == null) {
            size++;
        }
        next[at] = envelope;
        next[at + 1] = localOutcome;
        table = next;
    }

    /** Where the envelope is, or would be. */
    private static int place(@Nullable Object[] table, Envelope<?> envelope) {
        int mask = table.length - 2;
        int at = (int) envelope.fingerprint() & mask;
        while (table[at] != null && table[at] != envelope) {
            at = (at + 2) & mask;
        }
        return at;
    }
}
