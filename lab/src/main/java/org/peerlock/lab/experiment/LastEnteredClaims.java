package org.peerlock.lab.experiment;

import static org.peerlock.lab.experiment.Quantity.MESSAGES;
import static org.peerlock.lab.experiment.SimulationEvidence.between;
import static org.peerlock.lab.experiment.SimulationEvidence.exactly;

import java.util.List;
import org.peerlock.algorithm.Property;

/**
 * Rajan, "Last Entered", whose third section is the algorithm and whose fourth counts its messages.
 */
final class LastEnteredClaims {

    private static final String LITERAL = "last-entered-literal";

    static final List<Claim> ALL = List.of(
            new Claim(
                    "Last Entered, 2",
                    "Ricart and Agrawala: N-1 messages to ask and N-1 to grant",
                    "18",
                    exactly(18, MESSAGES, ExperimentSpec.of("ricart-agrawala", 10))),
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
