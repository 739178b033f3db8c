package org.peerlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.test.Violation.Invariant.EXCLUSION;
import static org.peerlock.test.Violation.Invariant.EXPECTATION;
import static org.peerlock.test.Violation.Invariant.FENCES_GROW;
import static org.peerlock.test.Violation.Invariant.HOLDS_CARRIED;
import static org.peerlock.test.Violation.Invariant.LOSS_TOLD;
import static org.peerlock.test.Violation.Invariant.LOST_IS_LOST;
import static org.peerlock.test.Violation.Invariant.PROGRESS;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.brain.Brain;
import org.peerlock.brain.Mutant;
import org.peerlock.test.Violation.Invariant;

/** Every rule is needed, and the simulation notices when it is broken: without that, runs in which nothing is wrong say little. */
class BrokenRulesTest {

    private static final long MILLI = 1_000_000;

    /** How many seeds are tried; the first one is known to do. */
    private static final int SEEDS = 100;

    /**
     * A rule that is broken, and a run that shows it.
     *
     * @param pursuit what clients are after if conditions are drawn
     * @param conditions null: drawn
     */
    record Case(
            String rule,
            BrainMaker brain,
            SimulatedCell.Maker cell,
            Pursuit pursuit,
            String algorithm,
            @Nullable Conditions conditions,
            long seed,
            Invariant invariant) {

        LiveTrial trial(long with) {
            Entry<?, ?> entry = Catalogue.find(algorithm).orElseThrow();
            return conditions == null ? new LiveTrial(pursuit, entry, with) : new LiveTrial(entry, with, conditions);
        }

        boolean noticed(long with) {
            return trial(with)
                    .run(brain, cell)
                    .violation()
                    .filter(violation -> violation.invariant() == invariant)
                    .isPresent();
        }

        @Override
        public String toString() {
            return rule + ": " + invariant + " (" + pursuit + ", " + algorithm + ")";
        }
    }

    private static Case drawn(Mutant mutant, String algorithm, long seed, Invariant invariant) {
        return drawn(mutant, Pursuit.EXCLUSIVE, algorithm, seed, invariant);
    }

    private static Case drawn(Mutant mutant, Pursuit pursuit, String algorithm, long seed, Invariant invariant) {
        return new Case(mutant.name(), mutant::make, SimulatedCell::new, pursuit, algorithm, null, seed, invariant);
    }

    private static Case under(Conditions conditions, Mutant mutant, String algorithm, long seed, Invariant invariant) {
        return new Case(
                mutant.name(),
                mutant::make,
                SimulatedCell::new,
                Pursuit.EXCLUSIVE,
                algorithm,
                conditions,
                seed,
                invariant);
    }

    private static Case readWrite(Mutant mutant, String algorithm, long seed, Invariant invariant) {
        return drawn(mutant, Pursuit.READ_WRITE, algorithm, seed, invariant);
    }

    private static Case permits(Mutant mutant, long seed, Invariant invariant) {
        return drawn(mutant, Pursuit.SEMAPHORE, "lamport", seed, invariant);
    }

    private static Case race(Mutant mutant, double rho, String algorithm, long seed, Invariant invariant) {
        return under(Conditions.races(rho), mutant, algorithm, seed, invariant);
    }

    private static Case cell(SimulatedCell.Maker cell, String rule, String algorithm, long seed, Invariant invariant) {
        return new Case(rule, Brain::new, cell, Pursuit.EXCLUSIVE, algorithm, Conditions.races(0), seed, invariant);
    }

    /** What happens once. */
    private enum Mishap {
        NONE,
        /** At last one node never hears another again. */
        LINK_BROKEN,
        /** Half-way somebody deletes the cell. */
        CELL_DELETED
    }

    /** Nodes come and go; besides that and a mishap nothing goes wrong. */
    private static Conditions coming(Mishap mishap) {
        Client.Habits habits = new Client.Habits(10 * MILLI, 300 * MILLI, 0, 1);
        List<Storm.Kind> kinds = List.of(Storm.Kind.START, Storm.Kind.LEAVE);
        return new Conditions(
                2,
                1_000,
                mishap == Mishap.CELL_DELETED,
                new SimulatedCell.Manners(MILLI, Conditions.TIMEOUT, 0, 0),
                "uniform:0.1,2",
                new Storm.Manner(Conditions.SECOND, 20 * Conditions.SECOND, Conditions.LEASE, 0, habits, 2, kinds),
                4,
                mishap == Mishap.LINK_BROKEN,
                mishap == Mishap.CELL_DELETED);
    }

    private static Case coming(Mutant mutant, Mishap mishap, String algorithm, long seed, Invariant invariant) {
        return under(coming(mishap), mutant, algorithm, seed, invariant);
    }

    static List<Case> cases() {
        return List.of(
                drawn(Mutant.DROPS_EARLY, "suzuki-kasami", 1, EXCLUSION),
                race(Mutant.TRUSTS_CLOCKS, 0.2, "roucairol-carvalho", 1, EXCLUSION),
                race(Mutant.LEASE_FROM_ANSWER, 0, "ricart-agrawala", 7, EXCLUSION),
                race(Mutant.SILENCE_FROM_ASKING, 0, "suzuki-kasami", 15, EXCLUSION),
                drawn(Mutant.RENEWS_AFTER_DROP, "naimi-trehel", 7, EXCLUSION),
                drawn(Mutant.SEALED_GRANTS, "raymond-tree", 5, EXPECTATION),
                drawn(Mutant.SEALED_RELEASES, "suzuki-kasami", 16, EXCLUSION),
                drawn(Mutant.REPORT_NOT_FROZEN, "roucairol-carvalho", 1, HOLDS_CARRIED),
                drawn(Mutant.INSTALLS_EARLY, "ricart-agrawala", 1, HOLDS_CARRIED),
                drawn(Mutant.HOLD_OUTLIVES_LAPSE, "ricart-agrawala", 1, LOSS_TOLD),
                drawn(Mutant.LAPSE_IS_FORGOTTEN, "ra-ring-echo", 1, LOST_IS_LOST),
                race(Mutant.LAPSE_IS_FORGOTTEN, 0, "suzuki-kasami", 28, EXCLUSION),
                drawn(Mutant.EPOCH_UNCHECKED, "ricart-agrawala", 29, EXPECTATION),
                race(Mutant.STAMP_UNCHECKED, 0, "ricart-agrawala", 2, EXCLUSION),
                coming(Mutant.LEAVES_BEFORE_DRAIN, Mishap.NONE, "ricart-agrawala", 2, EXCLUSION),
                drawn(Mutant.LAPSED_IS_DEAF, "ra-broadcast", 16, PROGRESS),
                coming(Mutant.NEVER_STEPS_DOWN, Mishap.LINK_BROKEN, "ricart-agrawala", 1, PROGRESS),
                drawn(Mutant.REPORTS_IDLE, "ricart-agrawala", 3, HOLDS_CARRIED),
                drawn(Mutant.WANTED_IS_AN_EVENT, "ricart-agrawala", 1, PROGRESS),
                drawn(Mutant.FORGETS_ALONE, "suzuki-kasami", 9, EXCLUSION),
                drawn(Mutant.FORGETS_ALONE, "roucairol-carvalho", 43, FENCES_GROW),
                drawn(Mutant.FORGETS_ITS_REQUESTS, "suzuki-kasami", 10, PROGRESS),
                readWrite(Mutant.READS_BESIDE_A_WRITER, "ra-readers-writers", 1, EXCLUSION),
                readWrite(Mutant.READERS_UNREPORTED, "ra-readers-writers", 1, HOLDS_CARRIED),
                readWrite(Mutant.READERS_WITHOUT_LIMIT, "ra-readers-writers", 1, PROGRESS),
                readWrite(Mutant.DOWNGRADE_RELEASES, "ra-readers-writers", 1, EXCLUSION),
                readWrite(Mutant.IDS_COME_AGAIN, "lamport", 1, EXCLUSION),
                permits(Mutant.LOST_PERMITS_ARE_KEPT, 24, PROGRESS),
                permits(Mutant.PERMITS_BACK_TOO_EARLY, 1, EXCLUSION),
                permits(Mutant.PERMITS_BACK_TWICE, 1, EXPECTATION),
                permits(Mutant.PERMITS_UNWEIGHED, 1, EXCLUSION),
                permits(Mutant.PERMITS_IN_ANOTHER_ORDER, 2, EXCLUSION),
                cell(BrokenCells.IgnoresVersion::new, "IGNORES_VERSION", "suzuki-kasami", 4, EXCLUSION),
                cell(BrokenCells.LostIsWritten::new, "LOST_IS_WRITTEN", "roucairol-carvalho", 7, EXCLUSION),
                new Case(
                        "SAYS_NOBODY",
                        Brain::new,
                        BrokenCells.SaysNobody::new,
                        Pursuit.EXCLUSIVE,
                        "ricart-agrawala",
                        coming(Mishap.CELL_DELETED),
                        1,
                        EXCLUSION));
    }

    /** The first seed is given, so that it takes no time; others follow, so that a change of something else does no harm. */
    @ParameterizedTest
    @MethodSource("cases")
    void aBrokenRuleIsNoticed(Case broken) {
        LongStream seeds = LongStream.range(broken.seed(), broken.seed() + SEEDS);
        long seed = seeds.filter(broken::noticed).findFirst().orElseThrow();
        assertThat(broken.trial(seed).run().violation()).isEmpty();
    }

    @Test
    void everyMutantHasARun() {
        assertThat(cases())
                .extracting(Case::rule)
                .containsAll(Stream.of(Mutant.values()).map(Mutant::name).toList());
    }
}
