package org.peerlock.brain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.View;

/**
 * This node's parts in the algorithms that decide which members of a view have which locks. An algorithm runs once for each
 * name, and begins when the name is first heard of: all members start it alike, whenever they do.
 */
final class Rights {

    /** The first request of a member that had the lock already when the view began; more of them have the numbers after it. */
    static final long CARRIED = 0;

    private final Algorithms algorithms;
    private final View view;
    final int me;
    private final Holders holders;
    private final Part.Outcome outcome;
    final Map<String, Part<?, ?>> parts = new LinkedHashMap<>();
    /** What is the same for all locks of an algorithm and a kind. */
    private final SortedMap<String, Algorithm<?, ?>> made = new TreeMap<>();

    Rights(Algorithms algorithms, View view, Incarnation me, Holders holders, Part.Outcome outcome) {
        this.algorithms = algorithms;
        this.view = view;
        this.me = view.rank(me);
        this.holders = holders;
        this.outcome = outcome;
    }

    /** The part for a lock that was heard of, or is held; null if there is none. */
    @Nullable Part<?, ?> known(String lock) {
        Part<?, ?> part = parts.get(lock);
        if (part != null) {
            return part;
        }
        return holders.of(lock).values().stream()
                .findFirst()
                .<Part<?, ?>>map(held -> begin(lock, held.capacity()))
                .orElse(null);
    }

    /** The part for a lock; it begins now if it has not yet. The lock may be known as another kind. */
    Part<?, ?> part(String lock, Capacity capacity) {
        Part<?, ?> part = known(lock);
        if (part == null) {
            part = begin(lock, capacity);
        }
        return part;
    }

    private Part<?, ?> begin(String lock, Capacity capacity) {
        Part<?, ?> part = begin(algorithms.of(lock, capacity.kind()), lock, capacity);
        parts.put(lock, part);
        return part;
    }

    /** Who they are. */
    List<Incarnation> nodes(NodeQueue ranks) {
        return ranks.stream().mapToObj(view::member).toList();
    }

    /** How many names have been heard of. */
    int names() {
        return parts.size();
    }

    private <S extends Record, M> Part<S, M> begin(Entry<S, M> entry, String lock, Capacity capacity) {
        Start start = new Start(home(lock), firstFence(view), inside(lock, capacity));
        return new Part<>(algorithm(entry, capacity), lock, capacity, me, view.size(), start, outcome);
    }

    @SuppressWarnings("unchecked") // by the name under which it is kept
    private <S extends Record, M> Algorithm<S, M> algorithm(Entry<S, M> entry, Capacity capacity) {
        String key = entry.id() + " " + capacity;
        Algorithm<?, ?> present = made.get(key);
        if (present == null) {
            present = entry.create(new Setting(view.size(), capacity, new TreeMap<>()))
                    .get(me - 1);
            made.put(key, present);
        }
        return (Algorithm<S, M>) present;
    }

    /** The requests that are inside when the view begins; who takes the lock for another kind has no part in it. */
    private List<Start.Inside> inside(String lock, Capacity capacity) {
        List<Start.Inside> inside = new ArrayList<>();
        holders.of(lock).forEach((node, held) -> {
            long id = CARRIED;
            for (Share share : held.capacity().equals(capacity) ? held.shares() : List.<Share>of()) {
                inside.add(new Start.Inside(view.rank(node), new Request(id, share.mode(), share.permits(), 1)));
                id++;
            }
        });
        return inside;
    }

    /** Where a token is when the view begins: a hash that every Java computes alike spreads the names over the members. */
    int home(String lock) {
        return Math.floorMod(lock.hashCode(), view.size()) + 1;
    }

    /** Greater than every fence of an earlier view, and less than every other of this one. */
    static long firstFence(View view) {
        return view.epoch() << 32;
    }
}
