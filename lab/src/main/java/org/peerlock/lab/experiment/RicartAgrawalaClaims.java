package org.peerlock.lab.experiment;

import static org.peerlock.lab.experiment.Quantity.BYPASS;
import static org.peerlock.lab.experiment.Quantity.ENTRIES;
import static org.peerlock.lab.experiment.Quantity.MESSAGES;
import static org.peerlock.lab.experiment.Quantity.OUT_OF_ORDER;
import static org.peerlock.lab.experiment.Quantity.SYNCHRONIZATION_DELAY;
import static org.peerlock.lab.experiment.Quantity.WAITING;
import static org.peerlock.lab.experiment.Quantity.WAITING_RATIO;
import static org.peerlock.lab.experiment.Quantity.WRITERS_WAIT;
import static org.peerlock.lab.experiment.SimulationEvidence.between;
import static org.peerlock.lab.experiment.SimulationEvidence.exactly;
import static org.peerlock.lab.experiment.SimulationEvidence.onAverage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.zoo.Exhibit.Demonstration;

/**
 * G. Ricart, A. K. Agrawala, "An Optimal Algorithm for Mutual Exclusion in Computer Networks", CACM
 * 24(1), 1981.
 */
final class RicartAgrawalaClaims {

    private static final String BASE = "ricart-agrawala";
    private static final String APPENDIX = "Ricart-Agrawala, appendix";
    private static final String LIGHT = "light";
    private static final String POISSON = "poisson:0.1";

    static final List<Claim> ALL = List.of(
            new Claim(
                    "Ricart-Agrawala, 1",
                    "Lamport's algorithm requires approximately 3(N-1) messages",
                    "27",
                    exactly(27, MESSAGES, ExperimentSpec.of("lamport", 10))),
            new Claim(
                    "Ricart-Agrawala, 4",
                    "2(N-1) messages are exchanged for each entry",
                    "18",
                    exactly(18, MESSAGES, ExperimentSpec.of(BASE, 10))),
            new Claim(
                    "Ricart-Agrawala, 4",
                    "the same with one request at a time",
                    "18",
                    exactly(18, MESSAGES, ExperimentSpec.of(BASE, 10).load(LIGHT))),
            new Claim(
                    "Ricart-Agrawala, 2.4",
                    "Once A's REQUEST messages have been processed by all, no other node enters twice before A",
                    "at most 9 (N = 10)",
                    between(9, 9, BYPASS, ExperimentSpec.of(BASE, 10)),
                    "and it is reached"),
            new Claim(
                    "Ricart-Agrawala, 5.3.1",
                    "No request can be serviced in less than one round-trip time; the algorithm achieves this",
                    "2 T",
                    exactly(2, WAITING, ExperimentSpec.of(BASE, 10).load(LIGHT))),
            new Claim(
                    "Ricart-Agrawala, 5.3.2",
                    "If two nodes ask at about the same time, the later one enters first half of the time",
                    "0.25 (half of the pairs)",
                    onAverage(
                            0.25,
                            OUT_OF_ORDER,
                            ExperimentSpec.of(BASE, 2)
                                    .load("burst:10,1")
                                    .entries(10_000, 1000)
                                    .replications(10)),
                    "each node asks at a random time within T of the other; the one with the lower number enters first"),
            new Claim(
                    "Ricart-Agrawala, 5.3.3",
                    "From one's release to the next one's entry, a one-way trip at least; the algorithm achieves this",
                    "1 T",
                    exactly(1, SYNCHRONIZATION_DELAY, ExperimentSpec.of(BASE, 10))),
            new Claim(
                    "Ricart-Agrawala, 6.1",
                    "Implicit reply: with little contention the number of messages approaches N-1",
                    "9",
                    exactly(
                            9,
                            MESSAGES,
                            ExperimentSpec.of("ra-implicit-reply", 10).load(LIGHT))),
            new Claim(
                    "Ricart-Agrawala, 6.1",
                    "Implicit reply: at most 3(N-1)",
                    "27",
                    exactly(27, MESSAGES, ExperimentSpec.of("ra-implicit-reply", 10))),
            new Claim(
                    "Ricart-Agrawala, 6.1",
                    "Implicit reply: a node must usually wait for the maximum round-trip time",
                    "3 T (delays of 0.5 T to 1.5 T)",
                    between(
                            3,
                            3.001,
                            WAITING,
                            ExperimentSpec.of("ra-implicit-reply", 10)
                                    .load(LIGHT)
                                    .delay("uniform:0.5,1.5"))),
            new Claim(
                    "Ricart-Agrawala, 6.2",
                    "Broadcast REQUEST: N messages",
                    "10",
                    exactly(10, MESSAGES, ExperimentSpec.of("ra-broadcast", 10))),
            new Claim(
                    "Ricart-Agrawala, 6.2",
                    "Broadcast REQUEST, implicit REPLY: the message count can be as low as one",
                    "1",
                    exactly(
                            1,
                            MESSAGES,
                            ExperimentSpec.of("ra-implicit-reply", 10)
                                    .option("with", "broadcast")
                                    .load(LIGHT))),
            new Claim(
                    "Ricart-Agrawala, 6.2.1",
                    "A medium that orders, and broadcast REPLYs: only two messages",
                    "2",
                    exactly(2, MESSAGES, ExperimentSpec.of("ra-medium", 10))),
            new Claim(
                    "Ricart-Agrawala, 6.3",
                    "Ring: the number of messages can be cut to N",
                    "10",
                    exactly(10, MESSAGES, ExperimentSpec.of("ra-ring-echo", 10))),
            new Claim(
                    "Ricart-Agrawala, 6.3",
                    "Ring with notes: comes close to N messages",
                    "10",
                    exactly(10, MESSAGES, ExperimentSpec.of("ra-ring-notes", 10).load(LIGHT)),
                    "if no node defers"),
            new Claim(
                    "Ricart-Agrawala, 6.3",
                    "the same under saturated load",
                    "close to 10",
                    between(10, 11, MESSAGES, ExperimentSpec.of("ra-ring-notes", 10)),
                    "all others defer and send a REPLY each: 2N-1"),
            new Claim(
                    "Ricart-Agrawala, 6.3",
                    "Ring with notes: the Outstanding_Reply_Count is set when the REQUEST is back",
                    "no deadlock",
                    SearchEvidence.exhibit("ring-notes-set", false),
                    "a REPLY may arrive before the REQUEST; the notes must be added to the count"),
            new Claim(
                    "Ricart-Agrawala, 6.4",
                    "Numbers modulo M = 2N-1 are enough",
                    "no violation (N = 3)",
                    exactly(
                            50_000,
                            ENTRIES,
                            ExperimentSpec.of("ra-modulo", 3)
                                    .delay("exponential:1")
                                    .hold("constant:0.01")
                                    .entries(50_000, 0)),
                    "with the highest number raised on sending, too"),
            new Claim(
                    "Ricart-Agrawala, 6.4",
                    "the same with the code as printed, which raises the highest number on receipt only",
                    "exclusion",
                    SearchEvidence.exhibit("ra-modulo-printed", false),
                    "for every M: the highest number may be N behind, which looks like N-1 ahead"),
            new Claim(
                    "Ricart-Agrawala, 6.4",
                    "M >= 2N-1 is needed: 2N-2 is not enough",
                    "fails",
                    SearchEvidence.exhibit("ra-modulo-too-small", true)),
            new Claim(
                    "Ricart-Agrawala, 6.5",
                    "The algorithm tends to favor lower numbered nodes slightly",
                    "slightly more than 1 (N = 5)",
                    between(1, 1.1, WAITING_RATIO, IncrementTable.spec(BASE, POISSON)),
                    "not slightly: at half of the greatest load node 5 waits that much longer than node 1"),
            new Claim(
                    "Ricart-Agrawala, 6.5",
                    "This favoritism can be reduced by incrementing by a random integer",
                    "less (N = 5)",
                    new ComparisonEvidence(
                            IncrementTable.spec("ra-random-increment", POISSON),
                            IncrementTable.spec(BASE, POISSON),
                            Metric.WAITING_RATIO)),
            new Claim(
                    "Ricart-Agrawala, 6.6",
                    "Readers and writers: writers are given priority",
                    "at most as long as readers (N = 10)",
                    between(
                            0,
                            1,
                            WRITERS_WAIT,
                            ExperimentSpec.of("ra-readers-writers", 10)
                                    .readers(0.5)
                                    .load("think:5")
                                    .replications(10)),
                    "a writer waits for all, a reader for writers only"),
            new Claim(
                    "Ricart-Agrawala, 2.4",
                    "The node with the lowest number is the next one to enter; ties are broken by node numbers",
                    "order of numbers",
                    SearchEvidence.holds(BASE, 3, 2, Network.FIFO, Property.ORDER)),
            new Claim(
                    "Ricart-Agrawala, 2.4",
                    "A unique virtual ordering based on a first-come-first-served discipline",
                    "first come, first served",
                    SearchEvidence.holds(BASE, 3, 2, Network.FIFO, Property.FIRST_COME),
                    "in the order of numbers only: a REPLY carries none, so a node can know, by way of a third one, that"
                            + " another has asked before, and still choose the same number"),
            new Claim(
                    "Ricart-Agrawala, 7.2.3",
                    "(1) A new node asks all others for their highest number",
                    "no violation (N = 3)",
                    joining("query", 3, 1)),
            new Claim(
                    "Ricart-Agrawala, 7.2.3",
                    "(2) or waits until it has a REQUEST of every other node",
                    "no violation (N = 3)",
                    joining("each", 3, 2)),
            new Claim(
                    "Ricart-Agrawala, 7.2.3",
                    "(3) or until the numbers of REQUESTs have increased by N-1",
                    "no violation (N = 3)",
                    joining("growth", 3, 2)),
            new Claim(
                    "Ricart-Agrawala, 7.2.3",
                    "(4) or until all (N-1) nodes would have had the time to enter and leave",
                    "no violation (N = 3)",
                    joining("wait", 3, 1)),
            new Claim(
                    "Ricart-Agrawala, 7.2.3 and appendix",
                    "(5) or until the fourth REQUEST of a single node, if messages arrive in order",
                    "no violation (N = 2)",
                    joining("fourth", 2, 6)),
            new Claim(
                    APPENDIX,
                    "N(N+1)/2-1 can enter before node A may",
                    "at most 5 (N = 3)",
                    between(5, 5, BYPASS, shaken(3, Network.UNORDERED)),
                    "and it is reached: `scenarios/ricart-agrawala/bypass-unordered.scenario`"),
            new Claim(
                    APPENDIX,
                    "2(N-1) if messages are delivered in the order sent",
                    "at most 4 (N = 3)",
                    between(4, 4, BYPASS, shaken(3, Network.FIFO)),
                    "and it is reached: `scenarios/ricart-agrawala/bypass-fifo.scenario`"),
            new Claim(
                    APPENDIX,
                    "2(N-1) if messages are delivered in the order sent",
                    "at most 6 (N = 4)",
                    between(6, 6, BYPASS, shaken(4, Network.FIFO)),
                    "and it is reached"),
            bypass(
                    "no other node may enter its critical section more than twice, delivered in the order sent",
                    "at most 2 each",
                    3,
                    Network.FIFO,
                    2,
                    true),
            reached("the same", "2 of one node", 3, Network.FIFO, 2, true),
            bypass("the same, all together", "at most 4", 3, Network.FIFO, 4, false),
            bypass(
                    "one node can enter its critical section N times before A may",
                    "at most 3 each",
                    3,
                    Network.UNORDERED,
                    3,
                    true),
            reached("the same", "3 of one node", 3, Network.UNORDERED, 3, true),
            bypass("the same, all together", "at most 5", 3, Network.UNORDERED, 5, false),
            reached("the same", "5", 3, Network.UNORDERED, 5, false));

    private RicartAgrawalaClaims() {}

    /** An exhaustive search finds no more, with requests without end. */
    private static Claim bypass(String sentence, String published, int nodes, Network network, int most, boolean each) {
        return new Claim(
                APPENDIX,
                sentence,
                published + " (N = " + nodes + ")",
                SearchEvidence.bypass(BASE, nodes, network, most, each));
    }

    /** The bound is reached: a smaller one is exceeded. */
    private static Claim reached(
            String sentence, String published, int nodes, Network network, int most, boolean each) {
        return new Claim(
                APPENDIX,
                sentence + ", and that is reached",
                published + " (N = " + nodes + ")",
                SearchEvidence.bypass(BASE, nodes, network, most, each).isReached(),
                "a bound of " + (most - 1) + " is exceeded");
    }

    /** The last of these nodes joins, and learns a high enough number by a method. */
    private static ExhaustiveEvidence joining(String learn, int nodes, int requests) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put("members", nodes == 2 ? "1" : "1,2");
        options.put("names", nodes == 2 ? "2,1" : "2,3,1"); // the new node wins ties
        options.put("learn", learn);
        GroupConfig config = new GroupConfig(nodes, Capacity.mutex(), options);
        return new ExhaustiveEvidence(
                "ra-membership",
                new Demonstration(config, Network.FIFO, requests, 0, Churn.join()),
                "MembershipExplorerTest");
    }

    /**
     * Message delays vary widely, and critical sections are very short, so that many orders occur.
     */
    private static ExperimentSpec shaken(int nodes, Network network) {
        return ExperimentSpec.of(BASE, nodes)
                .delay("exponential:1")
                .hold("constant:0.01")
                .channels(network)
                .entries(100_000, 0);
    }
}
