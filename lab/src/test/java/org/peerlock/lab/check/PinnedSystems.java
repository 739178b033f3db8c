package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.Churn;

/** Small systems of an algorithm in which each of its lines makes a difference, as far as possible. */
final class PinnedSystems<S extends Record, M> {

    private static final long FENCE = 7;

    private final Entry<S, M> entry;
    private final List<Check<S, M>> systems = new ArrayList<>();

    private PinnedSystems(Entry<S, M> entry) {
        this.entry = entry;
    }

    /** Those of an algorithm, the small ones first. */
    static <S extends Record, M> List<Check<S, M>> of(Entry<S, M> entry) {
        PinnedSystems<S, M> all = new PinnedSystems<>(entry);
        for (Network network : entry.profile().assumptions().claims().keySet()) {
            all.claimed(network);
        }
        all.outsideItsAssumptions();
        all.withOptions();
        return all.systems;
    }

    /** What is claimed on the network, while requests are given up and several fences are used. */
    private void claimed(Network network) {
        for (Capacity capacity : capacities()) {
            for (int[] size : new int[][] {{2, 1}, {2, 2}, {3, 1}}) {
                int nodes = size[0];
                Workload workload = workload(capacity, size[1]);
                add(nodes, capacity, Map.of(), network, new Start(nodes, FENCE, List.of()), workload);
                add(nodes, capacity, Map.of(), network, inside(capacity, nodes), workload.withSeveralFences());
                add(nodes, capacity, Map.of(), network, Start.fresh(), workload.withCancels(2));
            }
        }
    }

    /** What happens then is not judged, but where a step meets what it takes for impossible, it leads nowhere. */
    private void outsideItsAssumptions() {
        for (Network network : Network.values()) {
            for (Capacity capacity : capacities()) {
                Workload workload = workload(capacity, 2).with(Churn.duplication().and(Churn.loss()));
                Setting setting = new Setting(2, capacity, new TreeMap<>());
                systems.add(new Check<>(entry, setting, network, Start.fresh(), workload, Set.of()));
            }
        }
    }

    private void withOptions() {
        switch (entry.id()) {
            case "maekawa", "maekawa-simple" -> {
                with(4, Map.of("quorums", "grid"), 1, 2, 3);
            }
            default -> {}
        }
    }

    private void with(int nodes, Map<String, String> options, int... requesters) {
        Workload workload = workload(Capacity.mutex(), 1).by(Optional.of(NodeSet.of(requesters)));
        add(nodes, Capacity.mutex(), options, entry.profile().assumptions().weakest(), Start.fresh(), workload);
    }

    private void add(
            int nodes,
            Capacity capacity,
            Map<String, String> options,
            Network network,
            Start start,
            Workload workload) {
        Set<Property> claimed = entry.profile().assumptions().claimedOn(network);
        Setting setting = new Setting(nodes, capacity, new TreeMap<>(options));
        systems.add(new Check<>(entry, setting, network, start, workload, claimed));
    }

    private Workload workload(Capacity capacity, int requests) {
        return Workload.of(capacity, requests)
                .withIncrements(entry.profile().increments() ? 2 : 1);
    }

    private List<Capacity> capacities() {
        return Stream.of(Capacity.mutex(), Capacity.readWrite(), Capacity.semaphore(2))
                .filter(capacity -> entry.profile().serves().contains(capacity.kind()))
                .toList();
    }

    /** The last node is inside already. */
    private static Start inside(Capacity capacity, int nodes) {
        Request request = capacity.kind() == Capacity.Kind.SEMAPHORE ? Request.permits(1, 1) : Request.exclusive(1);
        return new Start(1, FENCE, List.of(new Start.Inside(nodes, request)));
    }

    /** A system in words. */
    static String name(Check<?, ?> system) {
        Workload workload = system.workload();
        List<String> words = new ArrayList<>();
        words.add(system.setting().nodes() + "x" + workload.requests());
        words.add(system.setting().capacity().kind() + " " + system.network());
        system.setting().options().forEach((option, value) -> words.add(option + "=" + value));
        workload.requesters().ifPresent(some -> words.add("by " + some));
        if (!system.start().inside().isEmpty()) {
            words.add("inside");
        }
        if (workload.severalFences()) {
            words.add("several fences");
        }
        if (workload.cancels() > 0) {
            words.add("cancel");
        }
        if (!workload.churn().equals(Churn.none())) {
            words.add("churn");
        }
        return String.join(" ", words).toLowerCase(Locale.ROOT);
    }
}
