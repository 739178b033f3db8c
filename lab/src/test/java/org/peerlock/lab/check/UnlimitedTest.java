package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.numbering.Numberings;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.world.StateEquivalence;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/** With unlimited entries no algorithm reaches a violation, and no request starves. */
class UnlimitedTest {

    private static final Set<Property> BYPASS = EnumSet.of(Property.BYPASS);

    private static final int LIMIT = 300_000;

    @TestFactory
    Stream<DynamicTest> nothingWrongCanBeReached() {
        List<DynamicTest> tests = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            for (Network network : entry.profile().assumptions().claims().keySet()) {
                for (int nodes = 2; nodes <= 3 && isKnown(entry); nodes++) {
                    for (int cancels : cancels(entry.id(), network, nodes)) {
                        tests.add(test(entry, GroupConfig.mutex(nodes), network, cancels));
                    }
                }
            }
        }
        CatalogueEntry<?, ?> readersAndWriters =
                Catalogue.find("ra-readers-writers").orElseThrow();
        GroupConfig config = new GroupConfig(2, Capacity.readWrite(), new TreeMap<>());
        tests.add(test(readersAndWriters, config, Network.FIFO, Workload.UNLIMITED));
        tests.add(test(readersAndWriters, config, Network.UNORDERED, Workload.UNLIMITED));
        return tests.stream();
    }

    private static boolean isKnown(CatalogueEntry<?, ?> entry) {
        return Numberings.of(entry.create(GroupConfig.mutex(2)).get(0)).isPresent();
    }

    /**
     * How many requests may be cancelled so that the search ends. {@link Numberings} gives the
     * reasons.
     */
    private static List<Integer> cancels(String id, Network network, int nodes) {
        boolean fifo = network == Network.FIFO;
        boolean two = nodes == 2;
        List<Integer> none = List.of();
        List<Integer> zero = List.of(0);
        List<Integer> few = List.of(0, 1);
        List<Integer> any = List.of(0, Workload.UNLIMITED);
        return switch (id) {
            case "ra-medium", "roucairol-carvalho" -> none;
            case "lamport" -> two ? few : none; // of three nodes there are more states than the limit
            case "raymond-k", "ra-ring-echo" -> two ? few : zero;
            case "maekawa" -> two && fifo ? few : none;
            case "maekawa-simple" -> two ? (fifo ? few : zero) : none;
            case "suzuki-kasami" -> two ? any : none;
            case "last-entered" -> two && fifo ? any : none;
            case "ra-broadcast-reply" -> two ? any : fifo ? zero : none;
            case "ra-priority" -> two || fifo ? any : zero; // with any, there are more states than the limit
            default -> any;
        };
    }

    private static <S extends Record, M> DynamicTest test(
            CatalogueEntry<S, M> entry, GroupConfig config, Network network, int cancels) {
        SystemConfig<S, M> systemConfig = SystemConfig.of(entry, config, network, Start.fresh());
        Workload workload = Workload.of(config.capacity(), Workload.UNLIMITED)
                .withCancels(cancels)
                .withIncrements(entry.profile().increments() && config.nodes() == 2 ? 2 : 1);
        Set<Property> properties = EnumSet.copyOf(entry.profile().assumptions().claimedOn(network));
        properties.remove(Property.FENCE);
        String name = entry.id() + " " + config.nodes() + " " + network
                + (cancels == Workload.UNLIMITED ? " any" : " " + cancels) + " cancelled";
        return DynamicTest.dynamicTest(name, () -> {
            CheckReport<M> checkReport = Explorer.explore(systemConfig, workload, properties, LIMIT);
            assertThat(checkReport.counterexample()).isEmpty();
            assertThat(checkReport.complete()).isTrue();
            assertThat(checkReport.contended()).isTrue();
            assertThat(checkReport.entered().size()).isEqualTo(config.nodes());
        });
    }

    /**
     * Finished requests are not counted, and fences are left out; but the counterexample has the
     * real numbers.
     */
    @Test
    void theViolationOfAShrunkRunIsReportedWithItsOwnNumbers() {
        CatalogueEntry<?, ?> entry = Catalogue.find("last-entered-literal").orElseThrow();
        GroupConfig impatient = new GroupConfig(2, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0")));
        aShrunkCounterexampleHasItsOwnNumbers(SystemConfig.of(entry, impatient, Network.FIFO, Start.fresh()));
    }

    private static <S extends Record, M> void aShrunkCounterexampleHasItsOwnNumbers(SystemConfig<S, M> systemConfig) {
        Set<Property> progress = EnumSet.of(Property.PROGRESS);
        CheckReport<M> found = Explorer.explore(systemConfig, workload(Workload.UNLIMITED), progress, LIMIT);
        CheckReport<M> exact = Explorer.explore(
                systemConfig, workload(2), progress, StateEquivalence.equality(), SearchOptions.upTo(LIMIT));
        assertThat(exact.counterexample()).isPresent();
        assertThat(found.counterexample()).isEqualTo(exact.counterexample());
    }

    private static Workload workload(int requests) {
        return Workload.of(Capacity.mutex(), requests);
    }

    /**
     * Ricart and Agrawala, appendix: "2(N-1) if messages are delivered in the order sent", and
     * N(N+1)/2-1 otherwise; of these entries no other node makes more than 2, or N.
     */
    @ParameterizedTest
    @CsvSource({
        "2, FIFO, 2, false",
        "2, UNORDERED, 2, false",
        "3, FIFO, 4, false",
        "3, UNORDERED, 5, false",
        "3, FIFO, 2, true",
        "3, UNORDERED, 3, true"
    })
    void theNumberOfEntriesBeforeAWaitingNodeIsBounded(int nodes, Network network, int most, boolean each) {
        SystemConfig<?, ?> systemConfig = SystemConfig.of(
                Catalogue.find("ricart-agrawala").orElseThrow(), GroupConfig.mutex(nodes), network, Start.fresh());
        theyEnterAtMost(systemConfig, Workload.UNLIMITED, most, each);
    }

    private static <S extends Record, M> void theyEnterAtMost(
            SystemConfig<S, M> systemConfig, int requests, int most, boolean each) {
        assertThat(verdict(systemConfig, requests, most, each)).isEqualTo(CheckReport.Verdict.HOLDS);
        assertThat(verdict(systemConfig, requests, most - 1, each)).isEqualTo(CheckReport.Verdict.VIOLATED);
    }

    private static <S extends Record, M> CheckReport.Verdict verdict(
            SystemConfig<S, M> systemConfig, int requests, int most, boolean each) {
        return Explorer.explore(systemConfig, bounded(requests, systemConfig.size(), most, each), BYPASS, LIMIT)
                .verdict();
    }

    private static Workload bounded(int requests, int node, int most, boolean each) {
        return workload(requests).withBypass(Optional.of(new BypassCounts.Bound(node, most, each)));
    }

    /**
     * A node with the token enters at once; and a node may have several requests under way, each of
     * which enters once.
     */
    @ParameterizedTest
    @CsvSource({"suzuki-kasami, 3, 3", "naimi-trehel, 3, 3", "lamport, 2, 2"})
    void everyEntryCountsOnce(String id, int requests, int most) {
        SystemConfig<?, ?> systemConfig =
                SystemConfig.of(Catalogue.find(id).orElseThrow(), GroupConfig.mutex(2), Network.FIFO, Start.fresh());
        theyEnterAtMost(systemConfig, requests, most, false);
    }

    /**
     * The appendix needs a node that enters to raise its highest number, which the paper's code
     * does not.
     */
    @ParameterizedTest
    @CsvSource({"FIFO, 2, HOLDS", "FIFO, 1, VIOLATED", "UNORDERED, 20, VIOLATED"})
    void withAHighestNumberThatIsRaisedOnReceiptOnlyAnyNumberCan(
            Network network, int most, CheckReport.Verdict verdict) {
        assertThat(bypass(Zoo.find("ra-highest-on-receipt").orElseThrow(), network, most))
                .isEqualTo(verdict);
    }

    @SuppressWarnings("unchecked") // it has the states and messages of the correct algorithm
    private static <S extends Record, M> CheckReport.Verdict bypass(Exhibit<S, M> exhibit, Network network, int most) {
        CatalogueEntry<S, M> whole =
                (CatalogueEntry<S, M>) Catalogue.find("ricart-agrawala").orElseThrow();
        SystemConfig<S, M> systemConfig =
                SystemConfig.of(exhibit.entry(), GroupConfig.mutex(2), network, Start.fresh());
        return Explorer.explore(
                        systemConfig,
                        bounded(Workload.UNLIMITED, 2, most, false),
                        BYPASS,
                        StateEquivalence.upToShift(
                                Numberings.of(whole.create(GroupConfig.mutex(2)).get(0))
                                        .orElseThrow()),
                        SearchOptions.upTo(LIMIT))
                .verdict();
    }

    @ParameterizedTest
    @CsvSource({
        "ra-implicit-reply, EXCLUSION, states without end",
        "ricart-agrawala, FENCE, fences grow without end",
    })
    void aSystemThatCannotBeSearchedIsRefused(String id, Property property, String why) {
        SystemConfig<?, ?> systemConfig =
                SystemConfig.of(Catalogue.find(id).orElseThrow(), GroupConfig.mutex(2), Network.FIFO, Start.fresh());
        assertThatThrownBy(
                        () -> Explorer.explore(systemConfig, workload(Workload.UNLIMITED), EnumSet.of(property), LIMIT))
                .hasMessageContaining(why);
    }
}
