package org.peerlock.lab.experiment;

import static org.peerlock.lab.experiment.Quantity.ENTRIES;
import static org.peerlock.lab.experiment.Quantity.MESSAGES;
import static org.peerlock.lab.experiment.SimulationEvidence.between;
import static org.peerlock.lab.experiment.SimulationEvidence.exactly;

import java.util.List;

/**
 * K. Raymond, "A distributed algorithm for multiple entries to a critical section", IPL 30, 1989.
 */
final class KEntriesClaims {

    private static final String SOURCE = "K entries, 7";
    /** Most critical sections are short, but some are very long. */
    private static final String UNEVEN = "lognormal:1,3";

    static final List<Claim> ALL = List.of(
            new Claim(
                    SOURCE,
                    "2(N-1) messages are an upper bound",
                    "at most 18 (N = 10, K = 3)",
                    between(0, 18, MESSAGES, ExperimentSpec.of("raymond-k", 10).permits(3))),
            new Claim(
                    "K entries, 3",
                    "At most K nodes are inside, with N-K REPLYs",
                    "no violation (N = 5, K = 2)",
                    exactly(
                            50_000,
                            ENTRIES,
                            ExperimentSpec.of("raymond-k", 5)
                                    .permits(2)
                                    .delay("exponential:1")
                                    .entries(50_000, 0))),
            new Claim(
                    SOURCE,
                    "The average behaviour is 2(N-1)",
                    "18 (N = 10, K = 9)",
                    exactly(18, MESSAGES, ExperimentSpec.of("raymond-k", 10).permits(9)),
                    "if all critical sections take equally long"),
            new Claim(
                    SOURCE,
                    "the same with exponential critical sections, with a mean of 5 T",
                    "18 (N = 10, K = 9)",
                    exactly(
                            18,
                            MESSAGES,
                            ExperimentSpec.of("raymond-k", 10)
                                    .permits(9)
                                    .hold("exponential:5")
                                    .entries(20_000, 1000)),
                    "while one node is inside, others enter and leave, and it sends their REPLYs together"),
            new Claim(
                    SOURCE,
                    "Even the most contrived examples rarely reduce it to less than 2N-1-K/2",
                    "at least 14.5 (N = 10, K = 9)",
                    between(14.5, 18, MESSAGES, uneven(10, 9)),
                    "very uneven critical sections suffice"),
            new Claim(
                    SOURCE,
                    "the same with K = 2",
                    "at least 4 (N = 3, K = 2)",
                    between(4, 4, MESSAGES, uneven(3, 2)),
                    "for K <= 2 the formula is not even below the upper bound 2(N-1)"),
            new Claim(
                    SOURCE,
                    "2N-K-1 is a lower bound, and not actually achievable",
                    "above 10 (N = 10, K = 9)",
                    between(10.001, 18, MESSAGES, uneven(10, 9)),
                    "but one can come close to it"),
            new Claim(
                    "K entries, 5.3",
                    "if Z < me and Reply_Count [Z] = 0 then Cnt := Cnt + 1",
                    "no deadlock",
                    SearchEvidence.exhibit("k-with-less-than", false),
                    "a misprint for Z ≠ me"));

    private KEntriesClaims() {}

    private static ExperimentSpec uneven(int nodes, int permits) {
        return ExperimentSpec.of("raymond-k", nodes)
                .permits(permits)
                .hold(UNEVEN)
                .entries(20_000, 1000);
    }
}
