package org.peerlock.lab.experiment;

import static org.peerlock.lab.experiment.Quantity.BYPASS;
import static org.peerlock.lab.experiment.Quantity.ENTRIES;
import static org.peerlock.lab.experiment.Quantity.MEMBERS;
import static org.peerlock.lab.experiment.Quantity.MESSAGES;
import static org.peerlock.lab.experiment.Quantity.REPLIES;
import static org.peerlock.lab.experiment.Quantity.REQUESTS;
import static org.peerlock.lab.experiment.Quantity.SHORTEST_WAIT;
import static org.peerlock.lab.experiment.Quantity.SYNCHRONIZATION_DELAY;
import static org.peerlock.lab.experiment.Quantity.TOKENS;
import static org.peerlock.lab.experiment.SimulationEvidence.between;
import static org.peerlock.lab.experiment.SimulationEvidence.exactly;
import static org.peerlock.lab.experiment.SimulationEvidence.onAverage;
import static org.peerlock.lab.experiment.SimulationEvidence.stuck;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;

/**
 * Claims of lectures: those of P. Dasgupta, and lecture notes without an author on the same
 * algorithms.
 */
final class LectureClaims {

    private static final String LIGHT = "light";
    private static final int OVERTAKING = 50_000;

    static final List<Claim> ALL = List.of(
            new Claim(
                    "Dasgupta, Lamport",
                    "3(n-1) messages per critical section invocation",
                    "12",
                    exactly(12, MESSAGES, ExperimentSpec.of("lamport", 5).load(LIGHT))),
            new Claim(
                    "Dasgupta, Lamport",
                    "Synchronization delay = max message transmission time",
                    "1 T",
                    exactly(1, SYNCHRONIZATION_DELAY, ExperimentSpec.of("lamport", 5))),
            new Claim(
                    "Dasgupta, Lamport",
                    "Requires FIFO channels",
                    "fails without",
                    SearchEvidence.fails("lamport", Network.UNORDERED, Property.EXCLUSION)),
            new Claim(
                    "Dasgupta, Lamport",
                    "Requests are granted in order of increasing timestamps",
                    "order of timestamps",
                    SearchEvidence.holds("lamport", 3, 1, Network.FIFO, Property.ORDER)),
            new Claim(
                    "Dasgupta, Lamport",
                    "the same with more requests",
                    "order of timestamps",
                    SearchEvidence.holds("lamport", 2, 2, Network.FIFO, Property.ORDER)),
            new Claim(
                    "Dasgupta, requirements",
                    "Requests are granted in order (fairness): in Lamport's algorithm a request that was made after another,"
                            + " as far as nodes can tell, enters after it",
                    "first come, first served",
                    SearchEvidence.holds("lamport", 3, 1, Network.FIFO, Property.FIRST_COME)),
            new Claim(
                    "Dasgupta and notes, Ricart-Agrawala",
                    "2(n-1) messages",
                    "8",
                    exactly(8, MESSAGES, ExperimentSpec.of("ricart-agrawala", 5))),
            new Claim(
                    "Dasgupta and notes, Ricart-Agrawala",
                    "Synchronization delay = max message transmission time",
                    "1 T",
                    exactly(1, SYNCHRONIZATION_DELAY, ExperimentSpec.of("ricart-agrawala", 5))),
            new Claim(
                    "notes, Ricart-Agrawala",
                    "These 2(N-1) messages are N-1 REQUESTs",
                    "4",
                    exactly(4, REQUESTS, ExperimentSpec.of("ricart-agrawala", 5))),
            new Claim(
                    "notes, Ricart-Agrawala",
                    "and N-1 REPLYs",
                    "4",
                    exactly(4, REPLIES, ExperimentSpec.of("ricart-agrawala", 5))),
            new Claim(
                    "notes, Ricart-Agrawala",
                    "Failure of any one node can halt the progress of the system",
                    "no entry",
                    stuck(ExperimentSpec.of("ricart-agrawala", 5).fault("crash@300:3"))),
            new Claim(
                    "Dasgupta, Ricart-Agrawala",
                    "Does not require FIFO",
                    "no violation without",
                    exactly(OVERTAKING, ENTRIES, overtaking())),
            new Claim(
                    "notes, Ricart-Agrawala",
                    "Communication channels are assumed to follow FIFO order",
                    "violation without",
                    between(0, OVERTAKING - 1, ENTRIES, overtaking()),
                    "not needed, as Dasgupta and the paper say; an exhaustive search of 3 nodes finds nothing either"),
            new Claim(
                    "notes, Ricart-Agrawala",
                    "The execution of critical section request is always in the order of their timestamp",
                    "order of timestamps",
                    SearchEvidence.holds("ricart-agrawala", 3, 2, Network.UNORDERED, Property.ORDER)),
            new Claim(
                    "Dasgupta, Roucairol-Carvalho",
                    "Messages vary between 0 and 2(n-1): worst case the same as Ricart-Agrawala's",
                    "8",
                    exactly(8, MESSAGES, ExperimentSpec.of("roucairol-carvalho", 5))),
            new Claim(
                    "Dasgupta, Roucairol-Carvalho",
                    "the same when one node makes nearly all requests",
                    "close to 0",
                    between(
                            0,
                            0.2,
                            MESSAGES,
                            ExperimentSpec.of("roucairol-carvalho", 5)
                                    .load("hotspot:0.99,0.01")
                                    .entries(10_000, 1000))),
            new Claim(
                    "Dasgupta, Roucairol-Carvalho",
                    "the same when a random node asks: half of the permissions are elsewhere",
                    "4",
                    onAverage(4, MESSAGES, random("roucairol-carvalho", 5)),
                    "the mean N-1 follows from the claim; the slide does not give it"),
            new Claim(
                    "Dasgupta, Roucairol-Carvalho",
                    "It does not need to send a REQUEST again unless it sends a REPLY",
                    "exclusion",
                    SearchEvidence.exhibit("rc-without-second-request", false),
                    "it must ask again at once if that happens while it waits"),
            new Claim(
                    "Dasgupta, Maekawa",
                    "K = D = √N",
                    "√N members",
                    approximately(Math::sqrt, MEMBERS),
                    "exactly, N = K(K-1)+1"),
            new Claim(
                    "notes, Maekawa",
                    "N = K(K-1)+1",
                    "4 members (N = 13)",
                    exactly(4, MEMBERS, ExperimentSpec.of("maekawa", 13).load(LIGHT)),
                    "where there is a projective plane: K-1 a prime power, or N = 1 or 3"),
            new Claim(
                    "Dasgupta and notes, Maekawa",
                    "3√N messages",
                    "3√N, light load",
                    approximately(nodes -> 3 * Math.sqrt(nodes), MESSAGES),
                    "3(K-1) without conflict, since a message to oneself does not count: 1.5 less than 3√N"),
            new Claim(
                    "notes, Maekawa",
                    "√N of them are REPLYs, and as many REQUESTs and RELEASEs",
                    "√N, light load",
                    approximately(Math::sqrt, REPLIES),
                    "K-1 of each"),
            new Claim(
                    "Dasgupta, Maekawa",
                    "Message complexity can be 5√N",
                    "at most 22.9 (N = 21)",
                    between(0, 5 * Math.sqrt(21), MESSAGES, ExperimentSpec.of("maekawa", 21)),
                    "as an upper bound; under saturated load each entry costs 4(K-1), a fifth less than 5(K-1)"),
            new Claim(
                    "Dasgupta and notes, Maekawa",
                    "Synchronization delay = 2 max message transmission times",
                    "2 T (N = 21)",
                    exactly(2, SYNCHRONIZATION_DELAY, ExperimentSpec.of("maekawa", 21))),
            new Claim(
                    "Dasgupta and notes, Maekawa",
                    "the same with another number of nodes",
                    "2 T (N = 13)",
                    exactly(2, SYNCHRONIZATION_DELAY, ExperimentSpec.of("maekawa", 13)),
                    "they enter in the order of their numbers, and here node i+1 is in the request set of node i: it is the"
                            + " arbiter that both share, and one message is enough"),
            new Claim(
                    "Dasgupta and notes, Maekawa",
                    "The simple version: deadlock possible",
                    "fails",
                    SearchEvidence.fails("maekawa-simple", Network.FIFO, Property.PROGRESS)),
            new Claim(
                    "Dasgupta and notes, Suzuki-Kasami",
                    "n messages if the token is elsewhere",
                    "5",
                    exactly(5, MESSAGES, ExperimentSpec.of("suzuki-kasami", 5))),
            new Claim(
                    "Dasgupta and notes, Suzuki-Kasami",
                    "0 if the node holds the token already, n otherwise: a random node holds it once in n times",
                    "4",
                    onAverage(4, MESSAGES, random("suzuki-kasami", 5))),
            new Claim(
                    "notes, Suzuki-Kasami",
                    "These N messages are N-1 REQUESTs",
                    "4",
                    exactly(4, REQUESTS, ExperimentSpec.of("suzuki-kasami", 5))),
            new Claim(
                    "notes, Suzuki-Kasami",
                    "and 1 reply, the token",
                    "1",
                    exactly(1, TOKENS, ExperimentSpec.of("suzuki-kasami", 5))),
            new Claim(
                    "Dasgupta and notes, Suzuki-Kasami",
                    "The delay is 0 if the node holds the token",
                    "0 T",
                    exactly(0, SHORTEST_WAIT, random("suzuki-kasami", 5))),
            new Claim(
                    "notes, Suzuki-Kasami",
                    "At most N-1 requests are in front of a request in the token queue",
                    "at most 9 (N = 10)",
                    between(9, 9, BYPASS, ExperimentSpec.of("suzuki-kasami", 10)),
                    "and it is reached"),
            new Claim(
                    "Dasgupta and notes, Suzuki-Kasami",
                    "Synchronization delay at most one message",
                    "1 T",
                    exactly(1, SYNCHRONIZATION_DELAY, ExperimentSpec.of("suzuki-kasami", 5))),
            new Claim(
                    "Dasgupta, Raymond's tree",
                    "Average message complexity O(log n): twice the mean distance of two nodes",
                    "3.92 (binary, N = 7)",
                    onAverage(2 * 96.0 / 49, MESSAGES, random("raymond-tree", 7))),
            new Claim(
                    "Dasgupta, Raymond's tree",
                    "Average message complexity O(log n), under saturated load",
                    "at most 6.99 (N = 127)",
                    between(0, Math.log(127) / Math.log(2), MESSAGES, ExperimentSpec.of("raymond-tree", 127)),
                    "it does not even grow: 4(N-1)/N on any tree, because in one round the token crosses each edge twice"),
            new Claim(
                    "Dasgupta, Raymond's tree",
                    "Synchronization delay (T log n)/2",
                    "3.49 T (N = 127)",
                    exactly(
                            Math.log(127) / Math.log(2) / 2,
                            SYNCHRONIZATION_DELAY,
                            ExperimentSpec.of("raymond-tree", 127)),
                    "2T(N-1)/N under saturated load, on any tree, for the same reason"),
            new Claim(
                    "Dasgupta, Raymond's tree",
                    "the same with a quarter of the load",
                    "about 3.49 T (N = 127)",
                    between(
                            0.8 * Math.log(127) / Math.log(2) / 2,
                            1.2 * Math.log(127) / Math.log(2) / 2,
                            SYNCHRONIZATION_DELAY,
                            ExperimentSpec.of("raymond-tree", 127).load("poisson:0.002")),
                    "it is the distance to the next one that waits: less the more wait, more the fewer"),
            new Claim(
                    "Dasgupta, Raymond's tree",
                    "The root sends the token to the requesting node",
                    "exclusion",
                    SearchEvidence.exhibit("tree-as-on-slides", false),
                    "not while it is inside"));

    private LectureClaims() {}

    /** Maekawa's algorithm without conflicts, on larger and larger projective planes. */
    private static ApproximationEvidence approximately(IntToDoubleFunction formula, Quantity quantity) {
        return new ApproximationEvidence(
                formula,
                quantity,
                Stream.of(13, 57, 133)
                        .map(nodes -> ExperimentSpec.of("maekawa", nodes).load(LIGHT))
                        .toList());
    }

    private static ExperimentSpec overtaking() {
        return ExperimentSpec.of("ricart-agrawala", 5)
                .delay("exponential:1")
                .channels(Network.UNORDERED)
                .entries(OVERTAKING, 0);
    }

    /** One request at a time, and enough of them for a mean. */
    private static ExperimentSpec random(String algorithm, int nodes) {
        return ExperimentSpec.of(algorithm, nodes)
                .load(LIGHT)
                .entries(2000, 100)
                .replications(10);
    }
}
