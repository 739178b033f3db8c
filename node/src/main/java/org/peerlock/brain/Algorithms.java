package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;

/**
 * Which algorithm decides about which lock. All nodes of a cluster must agree on it, so it stands in the cell.
 *
 * @param exclusive for exclusive locks, unless their name says otherwise
 * @param byPrefix for all locks whose names begin so, if it serves their kind; the longest beginning counts
 */
public record Algorithms(Entry<?, ?> exclusive, SortedMap<String, Entry<?, ?>> byPrefix) {

    private static final Entry<?, ?> READ_WRITE =
            Catalogue.find("ra-readers-writers").orElseThrow();
    private static final Entry<?, ?> SEMAPHORE = Catalogue.find("lamport").orElseThrow();

    public Algorithms {
        byPrefix = Collections.unmodifiableSortedMap(new TreeMap<>(byPrefix));
        refuse(exclusive, Capacity.Kind.MUTEX);
        byPrefix.values().forEach(entry -> {
            if (entry.profile().serves().stream()
                    .noneMatch(kind -> LiveAlgorithms.refusal(entry, kind).isEmpty())) {
                refuse(entry, Capacity.Kind.MUTEX);
            }
        });
    }

    private static void refuse(Entry<?, ?> entry, Capacity.Kind kind) {
        LiveAlgorithms.refusal(entry, kind).ifPresent(reason -> {
            throw new IllegalArgumentException(entry.id() + " cannot be used between live nodes: " + reason);
        });
    }

    /** One for all exclusive locks. */
    public static Algorithms of(Entry<?, ?> exclusive) {
        return new Algorithms(exclusive, Collections.emptySortedMap());
    }

    /** The one that decides about a lock. */
    public Entry<?, ?> of(String lock, Capacity.Kind kind) {
        Entry<?, ?> found = switch (kind) {
            case MUTEX -> exclusive;
            case READ_WRITE -> READ_WRITE;
            case SEMAPHORE -> SEMAPHORE;
        };
        for (Map.Entry<String, Entry<?, ?>> one : byPrefix.entrySet()) { // the longer ones come later
            if (lock.startsWith(one.getKey())
                    && LiveAlgorithms.refusal(one.getValue(), kind).isEmpty()) {
                found = one.getValue();
            }
        }
        return found;
    }

    /** Why nobody can ever have what is wanted, if so: the algorithm that decides about the lock does not give so much. */
    Optional<String> refusal(Demand demand) {
        Entry<?, ?> entry = of(demand.lock(), demand.capacity().kind());
        Setting alone = new Setting(1, demand.capacity(), Collections.emptySortedMap());
        boolean serves = entry.create(alone).get(0).serves(new Request(1, demand.mode(), demand.permits(), 1));
        return serves
                ? Optional.empty()
                : Optional.of("'" + demand.lock() + "' is decided by " + entry.id()
                        + ", which gives one permit at a time, not " + demand.permits());
    }

    /** All that decide about some lock. */
    public List<Entry<?, ?>> all() {
        List<Entry<?, ?>> all = new ArrayList<>(List.of(exclusive, READ_WRITE, SEMAPHORE));
        all.addAll(byPrefix.values());
        return all;
    }

    /** So that no two prefixes, whatever is in them, look alike. */
    private static String quoted(String prefix) {
        return '"' + prefix.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** For the cell: two that decide differently are written differently. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(exclusive.id());
        byPrefix.forEach((prefix, entry) ->
                text.append(", ").append(quoted(prefix)).append("* ").append(entry.id()));
        return text.toString();
    }
}
