package org.peerlock.lab.experiment;

import static org.peerlock.lab.experiment.Quantity.MESSAGES;
import static org.peerlock.lab.experiment.Quantity.OUT_OF_ORDER;
import static org.peerlock.lab.experiment.SimulationEvidence.between;
import static org.peerlock.lab.experiment.SimulationEvidence.exactly;

import java.util.List;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.simulate.Metric;

/**
 * Rajan, "Last Entered", whose third section is the algorithm and whose fourth counts its messages.
 */
final class LastEnteredClaims {

    private static final String LITERAL = "last-entered-literal";

    private static final String SLOW_HEIRS = """
            algorithm last-entered-charitable
            nodes 4
            network fifo
            option time-limit 0

            # Node 4 is inside, and the three others ask it.
            request 4
            settle
            expire 4
            request 1
            settle
            request 2
            settle
            request 3
            settle
            # Node 4 leaves. Each in the queue but the last is too slow to answer within a quantum: N-1 messages, not N-2 as the paper
            # counts, because its loop omits the last one.
            release 4
            expire 4
            expire 4
            state
            """;

    static final List<Claim> ALL = List.of(
            new Claim(
                    "Last Entered, 2",
                    "Ricart and Agrawala: N-1 messages to ask and N-1 to grant",
                    "18",
                    exactly(18, MESSAGES, ExperimentSpec.of("ricart-agrawala", 10))),
            new Claim(
                    "Last Entered, 1",
                    "Less traffic than a token that circulates freely",
                    "fewer messages (N = 20, light load)",
                    RingTables.compare(Metric.MESSAGES_PER_ENTRY, 20, 0.01)),
            new Claim(
                    "Last Entered, 1",
                    "the same with 0.3 requests in one message delay",
                    "fewer messages (N = 20)",
                    RingTables.compare(Metric.MESSAGES_PER_ENTRY, 20, 0.3),
                    "the token then passes few idle nodes; see below where it reverses"),
            new Claim(
                    "Last Entered, 1",
                    "the same under saturated load",
                    "fewer messages (N = 20)",
                    RingTables.compareSaturated(Metric.MESSAGES_PER_ENTRY, 20),
                    "the ring sends one message for each entry, and a token cannot move with fewer"),
            new Claim(
                    "Last Entered, 1",
                    "Less waste-time than on a ring",
                    "shorter (N = 20, light load)",
                    RingTables.compare(Metric.WAITING_TIME, 20, 0.01)),
            new Claim(
                    "Last Entered, 1",
                    "the same with 0.3 requests in one message delay",
                    "shorter (N = 20)",
                    RingTables.compare(Metric.WAITING_TIME, 20, 0.3)),
            new Claim(
                    "Last Entered, 1",
                    "the same under saturated load",
                    "shorter (N = 20)",
                    RingTables.compareSaturated(Metric.WAITING_TIME, 20),
                    "every node on the ring waits, so none wastes time: both serve one node after the other"),
            new Claim(
                    "Last Entered, 4",
                    "At most NQ+N-2 messages for an entry",
                    "at most 14 (N = 4, Q = 3)",
                    between(
                            0,
                            14,
                            MESSAGES,
                            ExperimentSpec.of(LITERAL, 4).load("light").entries(1, 0)),
                    "for the first process that asks, alone: it asks N-1 others, Q times"),
            new Claim(
                    "Last Entered, 4",
                    "the same when two processes ask together",
                    "at most 6 (N = 2, Q = 3)",
                    between(0, 6, MESSAGES, ExperimentSpec.of(LITERAL, 2).entries(1, 0)),
                    "each answers the other's wish with a wish, for ever"),
            new Claim(
                    "Last Entered, 4",
                    "At most N-2 messages for an exit",
                    "at most 2 (N = 4)",
                    new StoryEvidence(
                            "scenarios/last-entered-charitable/slow-heirs.scenario", SLOW_HEIRS, "REGION_TRANSFER", 2),
                    "N-1, with its two slips corrected: like its loop, the number omits the last one in the queue"),
            new Claim(
                    "Last Entered, 1",
                    "Mutual exclusion",
                    "exclusion",
                    SearchEvidence.holdsInTime(LITERAL, 2, Property.EXCLUSION),
                    "nobody inside answers, so a process that asks later receives nothing and enters, although no"
                            + " message is late"),
            new Claim(
                    "Last Entered, 1",
                    "the same with the two slips mended",
                    "exclusion",
                    SearchEvidence.holdsInTime("last-entered-charitable", 3, Property.EXCLUSION),
                    "a process that leaves takes a wish for the acknowledgement of its transfer, and transfers the region twice"),
            new Claim(
                    "Last Entered, 1 and 5",
                    "Access on a first-come-first-serve basis",
                    "0 out of order (N = 10)",
                    exactly(
                            0,
                            OUT_OF_ORDER,
                            ExperimentSpec.of("last-entered", 10)
                                    .load("poisson:0.05")
                                    .entries(2000, 200)),
                    "in the order in which requests reach the owner: one that follows more hints comes later"),
            new Claim(
                    "Last Entered, 4",
                    "Best case communication complexity O(1)",
                    "at most 1 (N = 50)",
                    between(
                            0,
                            1,
                            MESSAGES,
                            ExperimentSpec.of("last-entered", 50)
                                    .load("hotspot:0.99,0.001")
                                    .entries(5000, 200)),
                    "one node makes nearly all requests: the owner enters without a message"),
            new Claim(
                    "Last Entered, 1",
                    "Access on First-Come-First-Serve basis",
                    "first come, first served",
                    SearchEvidence.holdsInTime(LITERAL, 3, Property.FIRST_COME),
                    "two processes wait; the one that the daemon or LEAVE hears first gets the region, although it asked"
                            + " after it had heard of the other"),
            new Claim(
                    "Last Entered, 5",
                    "Quorum based algorithms cost of the order of N·N",
                    "169 (N = 13)",
                    between(169, Double.MAX_VALUE, MESSAGES, ExperimentSpec.of("maekawa", 13)),
                    "3(K-1) to about 5(K-1), where K is about √N"));

    private LastEnteredClaims() {}
}
