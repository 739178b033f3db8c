package org.peerlock.brain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;

/** Which algorithms can decide between live nodes, and why the others cannot. */
public final class LiveAlgorithms {

    private static final Map<String, String> REASONS = Map.of(
            "ra-modulo", "its numbers are taken modulo a bound that holds only while nobody is dropped or joins",
            "ra-priority", "it holds requests back for a time, and nothing may depend on that live",
            "ra-membership", "it changes its members itself, and live that is the business of views",
            "raymond-k", "it serves semaphores; for an exclusive lock it does what ricart-agrawala does",
            "ra-readers-writers", "it serves read-write locks, and only exclusive ones are live",
            "maekawa-simple", "it deadlocks",
            "token-ring", "its token never rests, so that idle locks would cost messages for ever",
            "last-entered-literal", "as published it lets two inside",
            "last-entered-charitable", "as published it lets two inside");

    private LiveAlgorithms() {}

    /** Those that can be used. */
    public static List<Entry<?, ?>> all() {
        return Catalogue.entries().stream()
                .<Entry<?, ?>>map(entry -> entry)
                .filter(entry -> refusal(entry).isEmpty())
                .toList();
    }

    /** Why an algorithm cannot be used, if so. */
    public static Optional<String> refusal(Entry<?, ?> entry) {
        if (REASONS.containsKey(entry.id())) {
            return Optional.of(REASONS.get(entry.id()));
        }
        if (!entry.profile().serves().contains(Capacity.Kind.MUTEX)) {
            return Optional.of("it serves no exclusive locks");
        }
        if (entry.profile().assumptions().timeBound()) {
            return Optional.of("it needs a bound on the time that a message takes, and a live network has none");
        }
        if (entry.profile().assumptions().medium() == Medium.SEQUENCED) {
            return Optional.of("it needs a medium on which all observe all transmissions in one order");
        }
        return Optional.empty();
    }
}
