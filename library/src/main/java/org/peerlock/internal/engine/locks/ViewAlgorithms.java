package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.HolderMap;

/**
 * This node's parts in the algorithms that decide which members of a view have which locks. An algorithm runs once for each
 * name, and begins when the name is first heard of: all members start it alike, whenever they do.
 */
public class ViewAlgorithms {

    /** The first request of a member that had the lock already when the view began; more of them have the numbers after it. */
    static final long CARRIED = 0;

    private final AlgorithmSelection algorithms;
    private final View view;
    public final int me;
    private final HolderMap holderMap;
    private final MessageSender sender;
    private final AlgorithmInstance.Listener listener;
    public final Map<String, AlgorithmInstance<?, ?>> instances = new LinkedHashMap<>();
    /** What is the same for all locks of an algorithm and a kind. */
    private final SortedMap<String, Algorithm<?, ?>> prototypes = new TreeMap<>();

    public ViewAlgorithms(
            AlgorithmSelection algorithms,
            View view,
            Incarnation me,
            HolderMap holderMap,
            MessageSender sender,
            AlgorithmInstance.Listener listener) {
        this.algorithms = algorithms;
        this.view = view;
        this.me = view.rank(me);
        this.holderMap = holderMap;
        this.sender = sender;
        this.listener = listener;
    }

    /** The part for a lock that was heard of, or is held; null if there is none. */
    @Nullable AlgorithmInstance<?, ?> known(String lock) {
        AlgorithmInstance<?, ?> instance = instances.get(lock);
        if (instance != null) {
            return instance;
        }
        return holderMap.of(lock).values().stream()
                .findFirst()
                .<AlgorithmInstance<?, ?>>map(heldLock -> begin(lock, heldLock.capacity()))
                .orElse(null);
    }

    /** The part for a lock; it begins now if it has not yet. The lock may be known as another kind. */
    AlgorithmInstance<?, ?> instance(String lock, Capacity capacity) {
        AlgorithmInstance<?, ?> instance = known(lock);
        if (instance == null) {
            instance = begin(lock, capacity);
        }
        return instance;
    }

    private AlgorithmInstance<?, ?> begin(String lock, Capacity capacity) {
        AlgorithmInstance<?, ?> instance = begin(decider(lock, capacity), lock, capacity);
        instances.put(lock, instance);
        return instance;
    }

    /**
     * The algorithm that decides about a lock in this view: the selected one, unless it cannot begin with what is held. That
     * happens only to semaphores, when the view has other algorithms than the one before. All members know the same holders, and so
     * find the same.
     */
    private CatalogueEntry<?, ?> decider(String lock, Capacity capacity) {
        CatalogueEntry<?, ?> selected = algorithms.of(lock, capacity.kind());
        return canBegin(selected, capacity, inside(lock, capacity)) ? selected : AlgorithmSelection.SEMAPHORE;
    }

    /** Whether an algorithm can begin a view with these requests inside. */
    public boolean canBegin(CatalogueEntry<?, ?> entry, Capacity capacity, List<Start.Inside> inside) {
        long nodes = inside.stream().mapToInt(Start.Inside::node).distinct().count();
        return (nodes == inside.size() || entry.profile().concurrentRequests())
                && inside.stream().map(Start.Inside::request).allMatch(algorithm(entry, capacity)::serves);
    }

    /** Why no request for so many permits can succeed in this view, if the algorithm that decides about the lock grants fewer. */
    Optional<String> refusal(String lock, Capacity capacity, Mode mode, int permits) {
        AlgorithmInstance<?, ?> instance = known(lock);
        CatalogueEntry<?, ?> decider =
                instance != null && instance.capacity.equals(capacity) ? instance.entry : decider(lock, capacity);
        return algorithm(decider, capacity).serves(new Request(CARRIED + 1, mode, permits, 1))
                ? Optional.empty()
                : Optional.of("'" + lock + "' is decided by " + decider.id()
                        + ", which gives one permit at a time, not " + permits);
    }

    /** Who they are. */
    List<Incarnation> nodes(NodeQueue ranks) {
        return ranks.stream().mapToObj(view::member).toList();
    }

    private <S extends Record, M> AlgorithmInstance<S, M> begin(
            CatalogueEntry<S, M> entry, String lock, Capacity capacity) {
        Start start = new Start(home(lock), firstFence(view), inside(lock, capacity));
        return new AlgorithmInstance<>(
                entry, algorithm(entry, capacity), lock, capacity, me, view.size(), start, sender, listener);
    }

    @SuppressWarnings("unchecked") // by the name under which it is kept
    private <S extends Record, M> Algorithm<S, M> algorithm(CatalogueEntry<S, M> entry, Capacity capacity) {
        String key = entry.id() + " " + capacity;
        Algorithm<?, ?> present = prototypes.get(key);
        if (present == null) {
            present = entry.create(new GroupConfig(view.size(), capacity, new TreeMap<>()))
                    .get(me - 1);
            prototypes.put(key, present);
        }
        return (Algorithm<S, M>) present;
    }

    /** The requests that are inside when the view begins; who takes the lock for another kind has no part in it. */
    private List<Start.Inside> inside(String lock, Capacity capacity) {
        List<Start.Inside> inside = new ArrayList<>();
        holderMap.of(lock).forEach((node, heldLock) -> {
            long id = CARRIED;
            for (HeldShare heldShare :
                    heldLock.capacity().equals(capacity) ? heldLock.shares() : List.<HeldShare>of()) {
                inside.add(
                        new Start.Inside(view.rank(node), new Request(id, heldShare.mode(), heldShare.permits(), 1)));
                id++;
            }
        });
        return inside;
    }

    /** Where a token is when the view begins: a hash that every Java computes alike spreads the names over the members. */
    public int home(String lock) {
        return Math.floorMod(lock.hashCode(), view.size()) + 1;
    }

    /** Greater than every fence of an earlier view, and less than every other of this one. */
    static long firstFence(View view) {
        return view.epoch() << 32;
    }
}
