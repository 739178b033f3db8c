package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.SystemConfig;

/** No algorithm reaches a violation on any network that it claims to tolerate. */
class ExplorerTest {

    private static final int LIMIT = 3_000_000;

    /** A system to explore. */
    private record Case(
            CatalogueEntry<?, ?> entry, GroupConfig config, Network network, Start start, Workload workload) {

        String name() {
            return entry.id() + " " + config.nodes() + " nodes " + config.options() + " " + network + " "
                    + config.capacity().kind() + " " + workload.requests() + " each"
                    + (workload.cancels() > 0 ? " cancel" : "")
                    + (start.inside().isEmpty()
                            ? ""
                            : " " + start.inside().get(0).node() + " inside");
        }
    }

    @TestFactory
    Stream<DynamicTest> nothingWrongCanBeReached() {
        List<Case> cases = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            for (Network network : entry.profile().assumptions().claims().keySet()) {
                for (Capacity capacity : capacities(entry)) {
                    if (servesOnePermit(entry, capacity)) { // two nodes never compete for three permits
                        cases.addAll(cases(entry, network, Capacity.semaphore(2), 3, 1, 1));
                        continue;
                    }
                    cases.addAll(cases(entry, network, capacity, 2, 2, 4));
                    if (capacity.kind() == Capacity.Kind.MUTEX) {
                        cases.addAll(cases(entry, network, capacity, 3, 1, 1));
                    }
                }
            }
        }
        cases.addAll(maekawasGrid());
        SortedMap<String, SortedSet<String>> sent = new TreeMap<>();
        Stream<DynamicTest> explored = cases.stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.name(),
                        () -> sent.computeIfAbsent(one.entry().id(), id -> new TreeSet<>())
                                .addAll(explore(one.entry(), one).messages())));
        // afterwards, since tests run in the order of the stream
        Stream<DynamicTest> all = cases.stream()
                .map(Case::entry)
                .distinct()
                .filter(entry -> !entry.id().equals("ra-membership")) // for most of its types nodes must come and go
                .map(entry -> DynamicTest.dynamicTest(
                        entry.id() + " has sent all types of messages",
                        () -> assertThat(sent.get(entry.id()))
                                .isEqualTo(MessageTypeNames.of(
                                        entry.create(GroupConfig.mutex(2)).get(0)))));
        return Stream.concat(explored, all);
    }

    /** Four nodes in a square, three of which ask: no two of them have the same request set. */
    private static List<Case> maekawasGrid() {
        CatalogueEntry<?, ?> entry = Catalogue.find("maekawa").orElseThrow();
        GroupConfig config = new GroupConfig(4, Capacity.mutex(), new TreeMap<>(Map.of("quorums", "grid")));
        Workload workload = Workload.of(Capacity.mutex(), 1).by(Optional.of(NodeSet.of(1, 2, 3)));
        return Stream.of(Network.values())
                .map(network -> new Case(entry, config, network, new Start(4, 7, List.of()), workload))
                .toList();
    }

    /** Three nodes, because it takes a writer and readers who do not wait for each other. */
    @TestFactory
    Stream<DynamicTest> nothingWrongCanBeReachedByReadersAndWriters() {
        CatalogueEntry<?, ?> entry = Catalogue.find("ra-readers-writers").orElseThrow();
        GroupConfig config = new GroupConfig(3, Capacity.readWrite(), new TreeMap<>());
        Start readers = new Start(
                1, 7, List.of(new Start.Inside(2, Request.shared(1)), new Start.Inside(3, Request.shared(1))));
        return Stream.of(Network.values())
                .map(network -> new Case(entry, config, network, readers, Workload.of(config.capacity(), 1)))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> explore(one.entry(), one)));
    }

    private static List<Case> cases(
            CatalogueEntry<?, ?> entry, Network network, Capacity capacity, int nodes, int requests, int cancels) {
        GroupConfig config = new GroupConfig(nodes, capacity, new TreeMap<>());
        Workload workload =
                Workload.of(capacity, requests).withIncrements(entry.profile().increments() ? 2 : 1);
        return List.of(
                new Case(entry, config, network, new Start(nodes, 7, List.of()), workload),
                new Case(entry, config, network, Start.fresh(), workload.withCancels(cancels)),
                new Case(entry, config, network, inside(nodes, capacity), workload));
    }

    private static List<Capacity> capacities(CatalogueEntry<?, ?> entry) {
        return Stream.of(Capacity.mutex(), Capacity.readWrite(), Capacity.semaphore(3))
                .filter(capacity -> entry.profile().serves().contains(capacity.kind()))
                .toList();
    }

    private static boolean servesOnePermit(CatalogueEntry<?, ?> entry, Capacity capacity) {
        GroupConfig config = new GroupConfig(2, capacity, new TreeMap<>());
        return capacity.kind() == Capacity.Kind.SEMAPHORE
                && !entry.create(config).get(0).serves(Request.permits(1, 2));
    }

    /**
     * The last node is inside: a token is not where it would be otherwise. Of a semaphore, two
     * permits are taken.
     */
    private static Start inside(int nodes, Capacity capacity) {
        List<Start.Inside> inside = new ArrayList<>();
        if (capacity.kind() != Capacity.Kind.SEMAPHORE) {
            inside.add(new Start.Inside(nodes, Request.exclusive(1)));
        } else if (nodes == 2) {
            inside.add(new Start.Inside(nodes, Request.permits(1, 2)));
        } else {
            inside.add(new Start.Inside(nodes, Request.permits(1, 1)));
            inside.add(new Start.Inside(nodes - 1, Request.permits(1, 1)));
        }
        return new Start(1, 7, inside);
    }

    private static <S extends Record, M> CheckReport<M> explore(CatalogueEntry<S, M> entry, Case one) {
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, one.config(), one.network(), one.start());
        CheckReport<M> checkReport = Explorer.explore(
                systemConfig, one.workload(), entry.profile().assumptions().claimedOn(one.network()), LIMIT);
        assertThat(checkReport
                        .counterexample()
                        .map(found -> found.scenario(
                                entry.id(), false, entry, one.config(), systemConfig, OptionalInt.empty())))
                .isEmpty();
        assertThat(checkReport.complete()).isTrue();
        assertThat(checkReport.contended()).isTrue();
        return checkReport;
    }
}
