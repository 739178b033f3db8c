package org.peerlock.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.peerlock.lab.experiment.ClaimResult.Verdict;
import org.peerlock.lab.simulate.Metric;

class ClaimsTest {

    /**
     * If this fails and the new numbers are right:
     * {@code peerlock lab reproduce --write docs/RESULTS.md}.
     */
    @Test
    void thePageOfResultsIsAsTheClaimsComeOut() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "RESULTS.md"));
        List<ClaimResult> findings = Claims.all().stream().map(Claim::examine).toList();
        assertThat(findings)
                .filteredOn(claimResult -> claimResult.verdict() == Verdict.DOES_NOT_HOLD)
                .allSatisfy(claimResult -> assertThat(claimResult.claim().remark())
                        .as("why it does not hold")
                        .isNotEmpty());
        assertThat(ResultsPage.page(findings, page)).isEqualTo(page);
    }

    @Test
    void theStoryOfAClaimIsThatOfItsFile() throws IOException {
        for (Claim claim : Claims.all()) {
            if (claim.evidence() instanceof StoryEvidence evidence) {
                String file = Files.readString(Path.of("..").resolve(evidence.scenario()));
                assertThat(file).startsWith(evidence.story() + "----\n");
            }
        }
    }

    @Test
    void anApproximationComesNearerTheMoreNodesThereAre() {
        List<ExperimentSpec> specs =
                List.of(ExperimentSpec.of("ricart-agrawala", 5), ExperimentSpec.of("ricart-agrawala", 20));
        assertThat(verdict(nodes -> 2.0 * nodes, specs)).isEqualTo(Verdict.APPROXIMATES);
        assertThat(verdict(nodes -> 2.5 * nodes, specs)).isEqualTo(Verdict.DOES_NOT_HOLD);
        assertThat(verdict(nodes -> nodes == 5 ? 8 : 39, specs)).isEqualTo(Verdict.DOES_NOT_HOLD);
    }

    private static Verdict verdict(IntToDoubleFunction formula, List<ExperimentSpec> specs) {
        return new ApproximationEvidence(formula, Quantity.MESSAGES, specs)
                .gather()
                .verdict();
    }

    @Test
    void aComparisonHoldsOnlyIfTheConfidenceIntervalsAreApart() {
        assertThat(RingTables.compare(Metric.MESSAGES_PER_ENTRY, 5, 0.1)
                        .gather()
                        .verdict())
                .isEqualTo(Verdict.HOLDS);
        assertThat(RingTables.compareSaturated(Metric.WAITING_TIME, 5).gather().verdict())
                .isEqualTo(Verdict.DOES_NOT_HOLD);
    }

    @Test
    void aRunThatMustGetStuckIsExpectedTo() {
        ExperimentSpec spec = ExperimentSpec.of("ricart-agrawala", 3).entries(100, 0);
        assertThat(SimulationEvidence.stuck(spec).gather().verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
        assertThat(SimulationEvidence.stuck(spec.fault("crash@20:2")).gather().verdict())
                .isEqualTo(Verdict.HOLDS);
    }

    @Test
    void anExperimentIsTypedAsItIsRun() {
        ExperimentSpec experimentSpec = ExperimentSpec.of("raymond-k", 10)
                .permits(9)
                .hold("lognormal:1,3")
                .entries(20_000, 1000);
        assertThat(experimentSpec.command())
                .isEqualTo(
                        "peerlock lab simulate raymond-k --nodes 10 --permits 9 --hold lognormal:1,3 --entries 20000");
    }
}
