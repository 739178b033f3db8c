package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;

/** Takes worlds for one in which only the nodes have other names: all of them have the same fingerprint. */
public final class Symmetry<S extends Record, M> {

    private final Renaming<S, M> renaming;
    private final List<IntUnaryOperator> symmetries;
    private final Map<Site<S, M>, long[]> sites = new ConcurrentHashMap<>();
    private final Map<Envelope<M>, long[]> envelopes = new ConcurrentHashMap<>();

    public Symmetry(Renaming<S, M> renaming, int nodes) {
        this.renaming = renaming;

        this.symmetries = renaming.symmetries(nodes);
    }

    /** The same for all worlds in which the nodes have other names: the least of their fingerprints. */
    long fingerprint(Site<S, M>[] all, Mail<M> mail) {
        long[] sums = new long[symmetries.size()];
        for (Site<S, M> site : all) {
            add(sums, sites.computeIfAbsent(site, this::prints));
        }
        mail.places((envelope, place) -> {
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

    private long[] prints(Site<S, M> site) {
        Local<S> local = site.local();
        return symmetries.stream()
                .mapToLong(names -> Fingerprint.of(renamed(local, names).toString()))
                .toArray();
    }

    private Local<S> renamed(Local<S> local, IntUnaryOperator names) {
        int node = names.applyAsInt(local.node());
        return new Local<>(
                node,
                renaming.state(local.state(), names),
                local.claimants().stream()
                        .map(claimant -> new Claimant(node, claimant.request(), claimant.stage(), claimant.fence()))
                        .toList(),
                local.requests(),
                local.timers().stream()
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
