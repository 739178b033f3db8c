package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.InvariantViolation.Invariant.EXCLUSION;
import static org.peerlock.testkit.InvariantViolation.Invariant.EXPECTATION;
import static org.peerlock.testkit.InvariantViolation.Invariant.FENCES_GROW;
import static org.peerlock.testkit.InvariantViolation.Invariant.HOLDS_CARRIED;
import static org.peerlock.testkit.InvariantViolation.Invariant.LOSS_TOLD;
import static org.peerlock.testkit.InvariantViolation.Invariant.LOST_IS_LOST;
import static org.peerlock.testkit.InvariantViolation.Invariant.ONE_ALGORITHM;
import static org.peerlock.testkit.InvariantViolation.Invariant.PROGRESS;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.membership.EngineMutant;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** Every rule is needed, and the simulation notices when it is broken. Otherwise runs without violations would prove little. */
class BrokenRulesTest {

    private static final long MILLI = 1_000_000;

    /** How many seeds are tried; the first one is known to suffice. */
    private static final int SEEDS = 100;

    /**
     * A rule that is broken, and a run that shows it.
     *
     * @param workload what clients acquire if the conditions are drawn
     * @param conditions null: drawn
     * @param invariant what is violated; null: a lease expires, which must not happen under these conditions
     */
    record Case(
            String rule,
            TestEngineFactory engine,
            SimulatedRegistryStore.Factory store,
            ClientWorkload workload,
            String algorithm,
            @Nullable ClusterConditions conditions,
            long seed,
            @Nullable Invariant invariant) {

        LiveSwarmRun trial(long with) {
            CatalogueEntry<?, ?> entry = Catalogue.find(algorithm).orElseThrow();
            return conditions == null
                    ? new LiveSwarmRun(workload, entry, with)
                    : new LiveSwarmRun(entry, with, conditions);
        }

        boolean noticed(long with) {
            LiveSwarmRun.Outcome outcome = trial(with).run(engine, store);
            return invariant == null
                    ? outcome.expiries() > 0
                    : outcome.violation()
                            .filter(invariantViolation -> invariantViolation.invariant() == invariant)
                            .isPresent();
        }

        @Override
        public String toString() {
            return rule + ": " + (invariant == null ? "a lease expires" : invariant) + " (" + workload + ", "
                    + algorithm + ")";
        }
    }

    private static Case drawn(EngineMutant engineMutant, String algorithm, long seed, Invariant invariant) {
        return drawn(engineMutant, ClientWorkload.EXCLUSIVE, algorithm, seed, invariant);
    }

    private static Case drawn(
            EngineMutant engineMutant,
            ClientWorkload clientWorkload,
            String algorithm,
            long seed,
            Invariant invariant) {
        return new Case(
                engineMutant.name(),
                engineMutant::make,
                SimulatedRegistryStore::new,
                clientWorkload,
                algorithm,
                null,
                seed,
                invariant);
    }

    private static Case under(
            ClusterConditions clusterConditions,
            EngineMutant engineMutant,
            String algorithm,
            long seed,
            @Nullable Invariant invariant) {
        return new Case(
                engineMutant.name(),
                engineMutant::make,
                SimulatedRegistryStore::new,
                clusterConditions.storm().behavior().workload(),
                algorithm,
                clusterConditions,
                seed,
                invariant);
    }

    private static Case readWrite(EngineMutant engineMutant, String algorithm, long seed, Invariant invariant) {
        return drawn(engineMutant, ClientWorkload.READ_WRITE, algorithm, seed, invariant);
    }

    private static Case permits(EngineMutant engineMutant, long seed, Invariant invariant) {
        return drawn(engineMutant, ClientWorkload.SEMAPHORE, "lamport", seed, invariant);
    }

    private static Case race(EngineMutant engineMutant, double rho, String algorithm, long seed, Invariant invariant) {
        return under(ClusterConditions.races(rho), engineMutant, algorithm, seed, invariant);
    }

    private static Case brokenStore(
            SimulatedRegistryStore.Factory store, String rule, String algorithm, long seed, Invariant invariant) {
        return new Case(
                rule,
                NodeEngine::new,
                store,
                ClientWorkload.EXCLUSIVE,
                algorithm,
                ClusterConditions.races(0),
                seed,
                invariant);
    }

    /** An event that happens once. */
    private enum Mishap {
        NONE,
        /** At the end one node never again receives anything from another. */
        LINK_BROKEN,
        /** The registry is deleted half-way. */
        REGISTRY_DELETED
    }

    /** Nodes join and leave; apart from that and one mishap there are no faults. */
    private static ClusterConditions coming(Mishap mishap) {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(10 * MILLI, 300 * MILLI, 0, 1);
        List<Storm.Kind> kinds = List.of(Storm.Kind.START, Storm.Kind.LEAVE);
        return new ClusterConditions(
                2,
                1_000,
                1,
                mishap == Mishap.REGISTRY_DELETED,
                new SimulatedRegistryStore.Reliability(MILLI, ClusterConditions.TIMEOUT, 0, 0),
                "uniform:0.1,2",
                new Storm.Plan(
                        ClusterConditions.SECOND,
                        20 * ClusterConditions.SECOND,
                        ClusterConditions.LEASE,
                        0,
                        behavior,
                        2,
                        kinds),
                4,
                mishap == Mishap.LINK_BROKEN,
                mishap == Mishap.REGISTRY_DELETED);
    }

    private static Case coming(
            EngineMutant engineMutant, Mishap mishap, String algorithm, long seed, Invariant invariant) {
        return under(coming(mishap), engineMutant, algorithm, seed, invariant);
    }

    /** One node stands still or does not reach the registry; nodes with other leases come. */
    private static ClusterConditions otherLeases(Mishap mishap) {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(10 * MILLI, 300 * MILLI, 0, 1);
        return new ClusterConditions(
                2,
                1_000,
                1,
                false,
                new SimulatedRegistryStore.Reliability(MILLI, ClusterConditions.TIMEOUT, 0, 0),
                "uniform:0.1,2",
                new Storm.Plan(
                        ClusterConditions.SECOND / 2,
                        30 * ClusterConditions.SECOND,
                        3 * ClusterConditions.LEASE,
                        0,
                        behavior,
                        2,
                        List.of(Storm.Kind.PAUSE, Storm.Kind.REGISTRY_CUT_OFF, Storm.Kind.OTHER_LEASE)),
                1,
                false,
                mishap == Mishap.REGISTRY_DELETED);
    }

    /** From time to time a node does not reach the registry, or another node. No lease expires: another node renews it. */
    private static ClusterConditions partitions() {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(10 * MILLI, 300 * MILLI, 0, 1);
        return new ClusterConditions(
                2,
                1_000,
                1,
                false,
                new SimulatedRegistryStore.Reliability(MILLI, ClusterConditions.TIMEOUT, 0, 0),
                "uniform:0.1,2",
                new Storm.Plan(
                        3 * ClusterConditions.SECOND,
                        30 * ClusterConditions.SECOND,
                        2 * ClusterConditions.LEASE,
                        0,
                        behavior,
                        2,
                        List.of(Storm.Kind.REGISTRY_CUT_OFF, Storm.Kind.CUT, Storm.Kind.CUT_ONE_WAY)),
                6,
                false,
                false);
    }

    /** Nodes come and go, and are restarted with other algorithms again and again. */
    private static ClusterConditions switching(ClientWorkload workload) {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(10 * MILLI, 300 * MILLI, 0, 2, workload, 5, 3);
        return new ClusterConditions(
                2,
                1_000,
                1,
                false,
                new SimulatedRegistryStore.Reliability(MILLI, ClusterConditions.TIMEOUT, 0, 0),
                "uniform:1,30",
                new Storm.Plan(
                        ClusterConditions.SECOND,
                        30 * ClusterConditions.SECOND,
                        ClusterConditions.LEASE,
                        0,
                        behavior,
                        2,
                        List.of(
                                Storm.Kind.OTHER_ALGORITHMS,
                                Storm.Kind.OTHER_ALGORITHMS,
                                Storm.Kind.START,
                                Storm.Kind.LEAVE,
                                Storm.Kind.PAUSE)),
                3,
                false,
                false);
    }

    private static Case switching(
            EngineMutant engineMutant, ClientWorkload workload, String algorithm, long seed, Invariant invariant) {
        return under(switching(workload), engineMutant, algorithm, seed, invariant);
    }

    /** Nodes come, and connections are lost all the time. */
    private static ClusterConditions lossy() {
        SimulatedClient.Behavior behavior = new SimulatedClient.Behavior(10 * MILLI, 300 * MILLI, 0, 3);
        return new ClusterConditions(
                2,
                1_000,
                1,
                false,
                new SimulatedRegistryStore.Reliability(MILLI, ClusterConditions.TIMEOUT, 0, 0),
                "uniform:1,30",
                new Storm.Plan(
                        20 * MILLI,
                        10 * ClusterConditions.SECOND,
                        ClusterConditions.LEASE,
                        0,
                        behavior,
                        2,
                        Stream.concat(Stream.generate(() -> Storm.Kind.RESET).limit(50), Stream.of(Storm.Kind.START))
                                .toList()),
                3,
                false,
                false);
    }

    static List<Case> cases() {
        return List.of(
                drawn(EngineMutant.DROPS_EARLY, "suzuki-kasami", 1, EXCLUSION),
                race(EngineMutant.TRUSTS_CLOCKS, 0.2, "roucairol-carvalho", 5, EXCLUSION),
                under(otherLeases(Mishap.NONE), EngineMutant.WAITS_FOR_ITS_OWN_LEASE, "ricart-agrawala", 2, EXCLUSION),
                under(otherLeases(Mishap.NONE), EngineMutant.TELLS_A_SHORTER_LEASE, "ricart-agrawala", 1, EXCLUSION),
                race(EngineMutant.LEASE_FROM_ANSWER, 0, "ricart-agrawala", 8, EXCLUSION),
                race(EngineMutant.LEASE_FROM_CONFIRMATION, 0, "ricart-agrawala", 23, EXCLUSION),
                race(EngineMutant.ANY_CONFIRMATION_COUNTS, 0, "ricart-agrawala", 2, EXCLUSION),
                race(EngineMutant.CONFIRMS_BEFORE_IT_WRITES, 0, "ricart-agrawala", 89, EXCLUSION),
                drawn(EngineMutant.RENEWS_FROM_MEMORY, "ricart-agrawala", 3, PROGRESS),
                drawn(EngineMutant.ASKS_ONE_NODE_ONLY, "ricart-agrawala", 2, PROGRESS),
                under(partitions(), EngineMutant.PASSES_NOBODY_OVER, "ricart-agrawala", 6, null),
                race(EngineMutant.SILENCE_FROM_ASKING, 0, "suzuki-kasami", 169, EXCLUSION),
                drawn(EngineMutant.RENEWS_AFTER_DROP, "naimi-trehel", 28, EXCLUSION),
                drawn(EngineMutant.SEALED_GRANTS, "raymond-tree", 5, EXPECTATION),
                drawn(EngineMutant.SEALED_RELEASES, "suzuki-kasami", 21, EXCLUSION),
                drawn(EngineMutant.REPORT_NOT_FROZEN, "roucairol-carvalho", 1, HOLDS_CARRIED),
                drawn(EngineMutant.INSTALLS_EARLY, "ricart-agrawala", 1, HOLDS_CARRIED),
                drawn(EngineMutant.PART_IS_ENOUGH, "ricart-agrawala", 539, HOLDS_CARRIED),
                drawn(EngineMutant.REPORTS_SERVE_TWICE, "ricart-agrawala", 1, HOLDS_CARRIED),
                under(lossy(), EngineMutant.SUMMARIES_UNHEARD, "ricart-agrawala", 1, PROGRESS),
                drawn(EngineMutant.HOLD_OUTLIVES_LEASE, "ricart-agrawala", 2, LOSS_TOLD),
                drawn(EngineMutant.EXPIRY_IS_FORGOTTEN, "ra-ring-echo", 1, LOST_IS_LOST),
                race(EngineMutant.EXPIRY_IS_FORGOTTEN, 0, "suzuki-kasami", 32, EXCLUSION),
                drawn(EngineMutant.EPOCH_UNCHECKED, "ricart-agrawala", 76, EXPECTATION),
                race(EngineMutant.STAMP_UNCHECKED, 0, "ricart-agrawala", 2, EXCLUSION),
                coming(EngineMutant.LEAVES_BEFORE_DRAIN, Mishap.NONE, "ricart-agrawala", 2, EXCLUSION),
                drawn(EngineMutant.DEAF_WITHOUT_LEASE, "ra-broadcast", 21, PROGRESS),
                coming(EngineMutant.NEVER_STEPS_DOWN, Mishap.LINK_BROKEN, "ricart-agrawala", 1, PROGRESS),
                switching(EngineMutant.OWN_ALGORITHMS, ClientWorkload.EXCLUSIVE, "ricart-agrawala", 1, ONE_ALGORITHM),
                switching(
                        EngineMutant.ALGORITHMS_OF_THE_LAST_VIEW,
                        ClientWorkload.EXCLUSIVE,
                        "ricart-agrawala",
                        1,
                        ONE_ALGORITHM),
                switching(
                        EngineMutant.PROPOSAL_CHANGES_ALGORITHMS,
                        ClientWorkload.EXCLUSIVE,
                        "ricart-agrawala",
                        1,
                        ONE_ALGORITHM),
                switching(
                        EngineMutant.ALGORITHMS_OF_THE_NEXT_VIEW,
                        ClientWorkload.EXCLUSIVE,
                        "ricart-agrawala",
                        1,
                        ONE_ALGORITHM),
                switching(EngineMutant.HOLDERS_NEED_NOT_FIT, ClientWorkload.SEMAPHORE, "lamport", 5, EXPECTATION),
                switching(EngineMutant.UNSERVED_WAITERS_STAY, ClientWorkload.SEMAPHORE, "lamport", 1, EXPECTATION),
                drawn(EngineMutant.REPORTS_IDLE, "ricart-agrawala", 3, HOLDS_CARRIED),
                drawn(EngineMutant.WANTED_IS_AN_EVENT, "ricart-agrawala", 1, PROGRESS),
                drawn(EngineMutant.FORGETS_ALONE, "suzuki-kasami", 11, EXCLUSION),
                drawn(EngineMutant.FORGETS_ALONE, "naimi-trehel", 10, FENCES_GROW),
                drawn(EngineMutant.FORGETS_ITS_REQUESTS, "suzuki-kasami", 38, PROGRESS),
                readWrite(EngineMutant.READS_BESIDE_A_WRITER, "ra-readers-writers", 1, EXCLUSION),
                readWrite(EngineMutant.READERS_UNREPORTED, "ra-readers-writers", 1, HOLDS_CARRIED),
                readWrite(EngineMutant.READERS_WITHOUT_LIMIT, "ra-readers-writers", 1, PROGRESS),
                readWrite(EngineMutant.DOWNGRADE_RELEASES, "ra-readers-writers", 1, EXCLUSION),
                readWrite(EngineMutant.IDS_COME_AGAIN, "lamport", 7, EXCLUSION),
                permits(EngineMutant.LOST_PERMITS_ARE_KEPT, 28, PROGRESS),
                permits(EngineMutant.PERMITS_BACK_TOO_EARLY, 1, EXCLUSION),
                permits(EngineMutant.PERMITS_BACK_TWICE, 1, EXPECTATION),
                permits(EngineMutant.PERMITS_UNWEIGHED, 1, EXCLUSION),
                permits(EngineMutant.PERMITS_IN_ANOTHER_ORDER, 16, EXCLUSION),
                brokenStore(BrokenRegistryStores.IgnoresVersion::new, "IGNORES_VERSION", "suzuki-kasami", 4, EXCLUSION),
                brokenStore(
                        BrokenRegistryStores.LostIsWritten::new,
                        "LOST_IS_WRITTEN",
                        "roucairol-carvalho",
                        243,
                        EXCLUSION),
                new Case(
                        "SAYS_NOBODY",
                        NodeEngine::new,
                        BrokenRegistryStores.SaysNobody::new,
                        ClientWorkload.EXCLUSIVE,
                        "ricart-agrawala",
                        coming(Mishap.REGISTRY_DELETED),
                        18,
                        EXCLUSION),
                new Case(
                        "FORGETS_LEASES",
                        NodeEngine::new,
                        BrokenRegistryStores.ForgetsLeases::new,
                        ClientWorkload.EXCLUSIVE,
                        "ricart-agrawala",
                        otherLeases(Mishap.REGISTRY_DELETED),
                        93,
                        EXCLUSION));
    }

    /** The first seed is given, so that it takes no time; others follow, so that a change of something else does no harm. */
    @ParameterizedTest
    @MethodSource("cases")
    void aBrokenRuleIsNoticed(Case broken) {
        LongStream seeds = LongStream.range(broken.seed(), broken.seed() + SEEDS);
        long seed = seeds.filter(broken::noticed).findFirst().orElseThrow();
        LiveSwarmRun.Outcome whole = broken.trial(seed).run();
        assertThat(whole.violation()).isEmpty();
        assertThat(broken.invariant() != null || whole.expiries() == 0)
                .as("%s", whole)
                .isTrue();
    }

    @Test
    void everyMutantHasARun() {
        assertThat(cases())
                .extracting(Case::rule)
                .containsAll(
                        Stream.of(EngineMutant.values()).map(EngineMutant::name).toList());
    }
}
