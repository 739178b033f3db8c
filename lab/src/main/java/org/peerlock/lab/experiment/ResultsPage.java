package org.peerlock.lab.experiment;

import java.util.List;

/** The results of all claims as a page. */
public final class ResultsPage {

    /** The part from here on is written by hand and kept. */
    private static final String KEPT = "## Speed of the simulator";

    private static final String HEAD = """
            # What the papers say, and what comes out here

            Everything from here to "Speed of the simulator" is written by `peerlock lab reproduce --write docs/RESULTS.md`; do not
            edit it. The same command gives the same numbers.

            One message takes T = 1 and one visit E = 0.1, and all nodes ask again at once, where the command does not say otherwise.
            Messages are counted between nodes, for one entry; a broadcast is one. `light` means that one random node asks at a time.
            ± is half the 95 % confidence interval of ten runs. Who *overtakes* enters while another waits.

            The papers: *Ricart-Agrawala*, CACM 24(1), 1981; *K entries*, Raymond, IPL 30, 1989; *Last Entered*, Rajan;
            *Dasgupta*, "Distributed Mutual Exclusion", slides of CS60002, IIT Kharagpur; *notes*, those of a lecture whose author is
            not named. [divergences.md](divergences.md) says more about what does not hold.

            """;

    private static final String NOT_COMPUTED = """

            Not computed: "the message count can be as low as one" (Ricart-Agrawala, 6.2: broadcast and implicit reply together are not
            built); "the fourth REQUEST message" (7.2.3: needs nodes that join); "N-2 messages per exit" (Last Entered, 4: as printed
            nobody is ever queued when a process leaves, so it sends none; the number has the same slip as the loop, which leaves out
            the last of N-1).

            """;

    private ResultsPage() {}

    /** The page with these results; the part written by hand is taken from {@code before}. */
    public static String page(List<ClaimResult> findings, String before) {
        int kept = before.indexOf(KEPT);
        return generated(findings) + (kept < 0 ? KEPT + "\n" : before.substring(kept));
    }

    private static String generated(List<ClaimResult> findings) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("| claim | published | measured | verdict | command |\n|---|---|---|---|---|\n");
        for (ClaimResult claimResult : findings) {
            Claim claim = claimResult.claim();
            row(
                    page,
                    "*" + claim.source() + "*: " + claim.sentence(),
                    claim.published(),
                    claimResult.measured(),
                    claimResult.verdict() + (claim.remark().isEmpty() ? "" : ": " + claim.remark()),
                    "`" + claim.evidence().command() + "`");
        }
        long wrong = findings.stream()
                .filter(claimResult -> claimResult.verdict() == ClaimResult.Verdict.DOES_NOT_HOLD)
                .count();
        page.append("\n%d claims; %d do not hold.\n".formatted(findings.size(), wrong));
        return page.append(NOT_COMPUTED).toString();
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
