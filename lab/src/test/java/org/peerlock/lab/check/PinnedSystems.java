package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.MembershipLearning;
import org.peerlock.lab.world.Churn;

/**
 * Small systems of an algorithm in which each of its lines makes a difference, as far as possible.
 */
final class PinnedSystems<S extends Record, M> {

    private static final long FENCE = 7;
    private static final Pattern HAPPENS = Pattern.compile("\\w+=[1-9]");

    private final CatalogueEntry<S, M> entry;
    private final List<Check<S, M>> systems = new ArrayList<>();

    private PinnedSystems(CatalogueEntry<S, M> entry) {
        this.entry = entry;
    }

    /** Those of an algorithm. */
    static <S extends Record, M> List<Check<S, M>> of(CatalogueEntry<S, M> entry) {
        PinnedSystems<S, M> all = new PinnedSystems<>(entry);
        for (Network network : Network.values()) {
            for (Capacity capacity : all.capacities()) {
                if (all.bears(network)) {
                    all.everyday(network, capacity);
                }
                all.unreliable(network, capacity);
            }
        }
        all.withOptions();
        return all.systems;
    }

    /** An algorithm that claims nothing must still behave as before in systems without faults. */
    private boolean bears(Network network) {
        return network == Network.FIFO || entry.profile().assumptions().claims().containsKey(network);
    }

    /** Requests are cancelled, a node is inside at the start, and several fences are used. */
    private void everyday(Network network, Capacity capacity) {
        for (int[] size : new int[][] {{1, 2}, {2, 1}, {2, 2}, {3, 1}}) {
            int nodes = size[0];
            Workload workload = workload(capacity, size[1]);
            add(nodes, capacity, Map.of(), network, new Start(nodes, FENCE, List.of()), workload);
            add(nodes, capacity, Map.of(), network, inside(capacity, nodes), workload.withSeveralFences());
            add(nodes, capacity, Map.of(), network, Start.fresh(), workload.withCancels(2));
        }
    }

    /**
     * Nothing is claimed if messages are lost or duplicated, but a step with an impossible input is
     * pruned.
     */
    private void unreliable(Network network, Capacity capacity) {
        for (int requests = 1; requests <= 2; requests++) {
            unreliable(
                    network,
                    workload(capacity, requests).with(Churn.duplication().and(Churn.loss())),
                    capacity);
        }
    }

    private void unreliable(Network network, Workload workload, Capacity capacity) {
        GroupConfig config = new GroupConfig(2, capacity, new TreeMap<>());
        systems.add(new Check<>(entry, config, network, Start.fresh(), workload, Set.of()));
    }

    private void withOptions() {
        switch (entry.id()) {
            case "maekawa", "maekawa-simple" -> quorums();
            case "ricart-agrawala" -> with(2, 3, Map.of("with", "broadcast,broadcast-reply,modulo"));
            case "ra-implicit-reply" -> {
                with(2, 2, Map.of("with", "broadcast"));
                with(2, 2, Map.of("with", "broadcast,broadcast-reply"));
            }
            case "raymond-tree" -> trees();
            case "ra-membership" -> nodesJoinAndLeave();
            case "ra-priority" -> {
                with(2, 3, Map.of("hold", "1", "increment", "2"));
                with(3, 1, Map.of("high", "1,3", "hold", "0"));
            }
            case "ra-modulo" -> with(2, 4, Map.of());
            case "last-entered-literal", "last-entered-charitable" -> {
                with(2, 2, Map.of("time-limit", "0"));
                with(3, 1, Map.of("time-limit", "0"));
            }
            default -> {}
        }
    }

    /** In all shapes, in groups where two nodes that ask have different request sets. */
    private void quorums() {
        with(4, 1, Map.of("quorums", "grid"), 1, 2, 3);
        for (int nodes : new int[] {5, 6, 9}) {
            with(nodes, 1, Map.of("quorums", "grid"), 1, nodes);
            with(nodes, 1, Map.of("quorums", "cover"), 1, nodes);
        }
        for (int nodes : new int[] {3, 7, 13}) {
            with(nodes, 1, Map.of("quorums", "plane"), nodes - 1);
        }
        with(7, 1, Map.of(), 1, 4);
        with(43, 1, Map.of(), 1); // the size of a plane, but none is known
        with(60, 1, Map.of("quorums", "cover"), 1); // too large to search for the smallest
    }

    private void trees() {
        for (String tree : List.of("line", "star", "3-ary", "1-5,5-2,5-3,3-4", "2-1,1-4,4-3,3-5")) {
            with(5, 1, Map.of("tree", tree), 2, 5);
            with(5, 1, Map.of("tree", tree), 3, 4);
        }
    }

    private void nodesJoinAndLeave() {
        with(Churn.none().withEarly(1), 2, 1, Map.of());
        with(Churn.crash().withEarly(1), 2, 1, Map.of());
        with(Churn.crash(), 3, 1, Map.of());
        with(Churn.leave(), 2, 1, Map.of());
        with(Churn.leave(), 3, 1, Map.of());
        with(Churn.leave().and(Churn.join()), 2, 1, Map.of());
        unreliable(
                Network.FIFO,
                workload(Capacity.mutex(), 1).with(Churn.suspicion().and(Churn.join())),
                Capacity.mutex());
        for (MembershipLearning learning : MembershipLearning.values()) {
            int requests = learning == MembershipLearning.FOURTH ? 5 : 2;
            with(Churn.join(), 2, requests, Map.of("members", "1", "names", "2,1", "learn", learning.toString()));
        }
        with(Churn.join(), 3, 1, Map.of("members", "1,2", "names", "2,3,1"));
        with(Churn.join().and(Churn.crash()), 3, 1, Map.of("members", "1,2"));
        with(Churn.join().and(Churn.leave()), 3, 1, Map.of("members", "1,2"), 1);
        Workload fickle = workload(Capacity.mutex(), 2).with(Churn.join()).withCancels(1);
        add(2, Capacity.mutex(), Map.of("members", "1"), Network.UNORDERED, Start.fresh(), fickle);
    }

    private void with(int nodes, int requests, Map<String, String> options, int... requesters) {
        with(Churn.none(), nodes, requests, options, requesters);
    }

    private void with(Churn churn, int nodes, int requests, Map<String, String> options, int... requesters) {
        Workload workload = workload(Capacity.mutex(), requests)
                .by(requesters.length == 0 ? Optional.empty() : Optional.of(NodeSet.of(requesters)))
                .with(churn);
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
        GroupConfig config = new GroupConfig(nodes, capacity, new TreeMap<>(options));
        systems.add(new Check<>(entry, config, network, start, workload, claimed));
    }

    private Workload workload(Capacity capacity, int requests) {
        return Workload.of(capacity, requests).withIncrements(entry.profile().increments() ? 2 : 1);
    }

    private List<Capacity> capacities() {
        return Stream.of(Capacity.mutex(), Capacity.readWrite(), Capacity.semaphore(2))
                .filter(capacity -> entry.profile().serves().contains(capacity.kind()))
                .toList();
    }

    /** The last node is inside at the start. */
    private static Start inside(Capacity capacity, int nodes) {
        Request request = capacity.kind() == Capacity.Kind.SEMAPHORE ? Request.permits(1, 1) : Request.exclusive(1);
        return new Start(1, FENCE, List.of(new Start.Inside(nodes, request)));
    }

    /** A system in words. */
    static String name(Check<?, ?> system) {
        Workload workload = system.workload();
        List<String> words = new ArrayList<>();
        words.add(system.config().nodes() + "x" + workload.requests());
        words.add(system.config().capacity().kind() + " " + system.network());
        system.config().options().forEach((option, value) -> words.add(option + "=" + value));
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
        HAPPENS.matcher(workload.churn().toString()).results().forEach(found -> words.add(found.group()));
        return String.join(" ", words).toLowerCase(Locale.ROOT);
    }
}
