package org.peerlock.lab.experiment;

import java.util.List;

/** The results of all claims as a page. */
public final class ResultsPage {

    /** The part from here on is written by hand and kept. */
    private static final String KEPT = "## Speed of the simulator";

    private static final String HEAD = """
            # What the papers claim, and what is measured here

            For readers of the papers, and for authors who cite their figures.
            `peerlock lab reproduce --write docs/RESULTS.md` writes everything down to "Speed of the simulator";
            do not edit that part. The same command gives the same numbers.

            Unless the command says otherwise, the message delay is T = 1, a critical section takes E = 0.1, and
            the load is saturated: every node makes its next request as soon as it has left. Messages are
            counted per entry and between nodes; a broadcast counts as one. `light` means one request at a time,
            by a random node. ± is half the 95 % confidence interval of ten runs. *Overtake* counts the entries
            of others while a request waits. A formula *holds as an approximation* if its error falls with N,
            and is less than a tenth for the greatest N.

            The papers: *Ricart-Agrawala*, CACM 24(1), 1981; *K entries*, Raymond, IPL 30, 1989; *Last Entered*,
            Rajan; *Dasgupta*, "Distributed Mutual Exclusion", slides of CS60002, IIT Kharagpur; *notes*, those
            of a lecture whose author is not named. [divergences.md](divergences.md) says more about the claims
            that do not hold.

            """;

    private static final String NOT_EXAMINED = """

            Not examined: that Lamport's fast algorithm of 1987 needs seven memory accesses (Last Entered, 2),
            since it shares memory and sends no messages; that no more than N(N+1)/2-1 = 9 can enter first for
            N = 4 without order (Ricart-Agrawala, appendix: a search has too many states; that 9 can, shows
            `scenarios/ricart-agrawala/bypass-four.scenario`: 4, 3 and 2 times).

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
        page.append(NOT_EXAMINED);
        for (ResultsTable table : ResultsTable.all()) {
            page.append("## ").append(table.heading()).append("\n\n");
            page.append(table.text()).append('\n').append(table.markdown()).append('\n');
        }
        return page.toString();
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
