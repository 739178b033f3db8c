package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.membership.PledgeMutant;
import org.peerlock.testkit.InvariantViolation.Invariant;

/**
 * Random runs notice when a rule about pledges is broken, within some runs. Other rules need coincidences that are rarer: {@code
 * PledgeSearchTest} finds them in a small model, {@link OutageScenariosTest} shows those about sleep and broken links.
 */
class BrokenPledgesTest {

    /** How many seeds are tried; the first one is known to suffice. */
    private static final int SEEDS = 60;

    /** A broken rule, and a run that shows it. */
    record Case(PledgeMutant rule, ClusterConditions conditions, Invariant invariant, long seed) {

        LiveSwarmRun.Outcome run(TestEngineFactory engines, long with) {
            return new LiveSwarmRun(Catalogue.find("suzuki-kasami").orElseThrow(), with, conditions)
                    .run(engines, SimulatedRegistryStore::new);
        }

        boolean noticed(long with) {
            return run(rule::make, with)
                    .violation()
                    .filter(violation -> violation.invariant() == invariant)
                    .isPresent();
        }

        @Override
        public String toString() {
            return rule.toString();
        }
    }

    private static Case under(PledgeMutant rule, double rho, int outageSeconds, long seed) {
        return new Case(
                rule,
                ClusterConditions.outages(rho, outageSeconds * ClusterConditions.SECOND),
                rule == PledgeMutant.LEAVES_BEFORE_IT_IS_DRAINED ? Invariant.EXCLUSION : Invariant.LEASE_IS_OVER,
                seed);
    }

    static List<Case> cases() {
        return List.of(
                under(PledgeMutant.BREAKS_ITS_PLEDGE, 0, 3, 2),
                under(PledgeMutant.PLEDGES_WITHOUT_A_RECORD, 0, 3, 2),
                under(PledgeMutant.PLEDGES_FOR_ONE_VIEW, 0, 3, 4),
                under(PledgeMutant.OUTSIDERS_WAIT_FOR_A_LEASE, 0, 3, 1),
                under(PledgeMutant.LEASE_FROM_THE_ANSWER, 0, 3, 2),
                under(PledgeMutant.NO_LIMIT, 0, 3, 9),
                under(PledgeMutant.LEAVES_BEFORE_IT_IS_DRAINED, 0, 3, 99));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aBrokenRuleIsNoticed(Case broken) {
        long seed = LongStream.range(broken.seed(), broken.seed() + SEEDS)
                .filter(broken::noticed)
                .findFirst()
                .orElseThrow();

        assertThat(broken.run(NodeEngine::new, seed).violation()).isEmpty();
    }
}
