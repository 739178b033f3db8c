package org.peerlock.internal.engine.settings;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Medium;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/** Which algorithms can decide between live nodes, and why the others cannot. */
public final class LiveAlgorithms {

    private LiveAlgorithms() {}

    /** Those that can be used for a kind of lock. */
    public static List<CatalogueEntry<?, ?>> all(Capacity.Kind kind) {
        return Catalogue.entries().stream()
                .<CatalogueEntry<?, ?>>map(entry -> entry)
                .filter(entry -> refusal(entry, kind).isEmpty())
                .toList();
    }

    /** Why an algorithm cannot be used for a kind of lock, if so. */
    public static Optional<String> refusal(CatalogueEntry<?, ?> entry, Capacity.Kind kind) {
        String particular = particularReason(entry.id(), kind);
        if (particular != null) {
            return Optional.of(particular);
        }
        if (!entry.profile().serves().contains(kind)) {
            return Optional.of("it serves no " + Catalogue.name(kind) + " locks");
        }
        if (entry.profile().assumptions().timeBound()) {
            return Optional.of("it needs a bound on the time that a message takes, and a live network has none");
        }
        if (entry.profile().assumptions().medium() == Medium.SEQUENCED) {
            return Optional.of("it needs a medium on which all observe all transmissions in one order");
        }
        return Optional.empty();
    }

    /** What its profile does not tell. */
    private static @Nullable String particularReason(String id, Capacity.Kind kind) {
        boolean exclusive = kind == Capacity.Kind.MUTEX;
        return switch (id) {
            case "ra-modulo" -> "its numbers are taken modulo a bound that holds only while nobody is dropped or joins";
            case "ra-priority" -> "it holds requests back for a time, and nothing may depend on that live";
            case "ra-membership" -> "it changes its members itself, and live that is the business of views";
            case "raymond-k" ->
                exclusive
                        ? "it is for semaphores; choose it for their names by algorithm(prefix, \"raymond-k\"), and"
                                + " another one, such as ricart-agrawala, for exclusive locks"
                        : null;
            case "ra-readers-writers" ->
                exclusive
                        ? "it is for read-write locks, which it serves anyway; choose another one, such as"
                                + " ricart-agrawala, for exclusive locks"
                        : null;
            case "maekawa-simple" -> "it deadlocks";
            case "token-ring" -> "its token never rests, so that idle locks would cost messages for ever";
            case "last-entered-literal", "last-entered-charitable" -> "as published it is wrong";
            default -> null;
        };
    }
}
