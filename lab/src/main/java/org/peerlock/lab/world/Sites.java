package org.peerlock.lab.world;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All the sites that the nodes of a system have ever been seen as, and all messages: one object for each value. */
final class Sites<S extends Record, M> {

    private final Rules<S, M> rules;
    private final Map<Long, Site<S, M>> sites = new ConcurrentHashMap<>();
    private final Map<Long, Envelope<M>> envelopes = new ConcurrentHashMap<>();

    private final Sightings sightings = new Sightings();

    Sites(Rules<S, M> rules) {
        this.rules = rules;
    }

    Sightings sightings() {
        return sightings;
    }

    Rules<S, M> rules() {
        return rules;
    }

    Site<S, M> of(Local<S> local) {
        long fingerprint = Fingerprint.of(local.toString());
        Site<S, M> site = sites.computeIfAbsent(fingerprint, any -> new Site<>(this, local, fingerprint));
        mustEqual(site.local(), local);
        return site;
    }

    Envelope<M> envelope(int from, int to, M message, List<Envelope.Round> rounds) {
        Envelope<M> made = new Envelope<>(from, to, message, rounds);
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
