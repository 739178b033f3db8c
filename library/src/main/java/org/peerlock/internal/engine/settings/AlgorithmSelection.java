package org.peerlock.internal.engine.settings;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/**
 * Which algorithm decides about which lock. All members of a view must agree on it, so it stands in the registry.
 *
 * @param exclusive for exclusive locks, unless their name says otherwise
 * @param byPrefix for all locks whose names begin so, if it serves their kind; the longest beginning counts
 */
public record AlgorithmSelection(CatalogueEntry<?, ?> exclusive, SortedMap<String, CatalogueEntry<?, ?>> byPrefix) {

    private static final CatalogueEntry<?, ?> READ_WRITE =
            Catalogue.find("ra-readers-writers").orElseThrow();

    /** Decides about semaphores unless their name says otherwise. It serves any request, and any number of them at one node. */
    public static final CatalogueEntry<?, ?> SEMAPHORE =
            Catalogue.find("lamport").orElseThrow();

    private static final Pattern ID = Pattern.compile("[a-z0-9-]+");

    /** See {@link #quoted}. */
    private static final Pattern BY_PREFIX = Pattern.compile(", \"((?:[^\"\\\\]|\\\\[\"\\\\])*+)\"\\* (" + ID + ")");

    public AlgorithmSelection {
        byPrefix = Collections.unmodifiableSortedMap(new TreeMap<>(byPrefix));
        refuse(exclusive, Capacity.Kind.MUTEX);
        byPrefix.values().forEach(entry -> {
            if (entry.profile().serves().stream()
                    .noneMatch(kind -> LiveAlgorithms.refusal(entry, kind).isEmpty())) {
                refuse(entry, Capacity.Kind.MUTEX);
            }
        });
    }

    private static void refuse(CatalogueEntry<?, ?> entry, Capacity.Kind kind) {
        LiveAlgorithms.refusal(entry, kind).ifPresent(reason -> {
            throw new IllegalArgumentException(entry.id() + " cannot be used between live nodes: " + reason);
        });
    }

    /** One for all exclusive locks. */
    public static AlgorithmSelection of(CatalogueEntry<?, ?> exclusive) {
        return new AlgorithmSelection(exclusive, Collections.emptySortedMap());
    }

    /** The one that decides about a lock. */
    public CatalogueEntry<?, ?> of(String lock, Capacity.Kind kind) {
        CatalogueEntry<?, ?> found = switch (kind) {
            case MUTEX -> exclusive;
            case READ_WRITE -> READ_WRITE;
            case SEMAPHORE -> SEMAPHORE;
        };
        for (Map.Entry<String, CatalogueEntry<?, ?>> one : byPrefix.entrySet()) { // the longer ones come later
            if (lock.startsWith(one.getKey())
                    && LiveAlgorithms.refusal(one.getValue(), kind).isEmpty()) {
                found = one.getValue();
            }
        }
        return found;
    }

    /** So that no two prefixes, whatever is in them, look alike. */
    private static String quoted(String prefix) {
        return '"' + prefix.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * The inverse of {@link #toString}.
     *
     * @throws IllegalArgumentException if it was not written by that, or names what this version does not run
     */
    public static AlgorithmSelection parse(String text) {
        Matcher exclusive = ID.matcher(text);
        if (!exclusive.lookingAt()) {
            throw unreadable(text);
        }
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        Matcher more = BY_PREFIX.matcher(text).region(exclusive.end(), text.length());
        while (more.lookingAt()) {
            byPrefix.put(more.group(1).replaceAll("\\\\(.)", "$1"), find(more.group(2), text));
            more.region(more.end(), text.length());
        }
        AlgorithmSelection read = new AlgorithmSelection(find(exclusive.group(), text), byPrefix);
        if (!read.toString().equals(text)) { // there is more, or it comes in another order
            throw unreadable(text);
        }
        return read;
    }

    /** Whether {@link #parse} can read it. */
    static boolean isReadable(String text) {
        try {
            return parse(text).toString().equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static CatalogueEntry<?, ?> find(String id, String text) {
        Optional<? extends CatalogueEntry<?, ?>> found = Catalogue.find(id);
        return found.orElseThrow(() -> unreadable(text));
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("the algorithms '" + text + "' cannot be read by this version");
    }

    /** For the registry: two that decide differently are written differently. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(exclusive.id());
        byPrefix.forEach((prefix, entry) ->
                text.append(", ").append(quoted(prefix)).append("* ").append(entry.id()));
        return text.toString();
    }
}
