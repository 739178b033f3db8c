package org.peerlock.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.lab.experiment.ClaimResult.Verdict;

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
