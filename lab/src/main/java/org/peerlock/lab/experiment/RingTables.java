package org.peerlock.lab.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;

/** Last Entered against the token that circulates freely, which its paper wants to improve on. */
final class RingTables {

    private static final List<Integer> NODES = List.of(5, 10, 20, 50);

    /** Requests of all nodes together in one message delay. */
    private static final List<Double> RATES = List.of(0.01, 0.1, 0.3, 0.7);

    /** The steps in which the load is raised until the ring sends fewer messages. */
    private static final double STEP = 0.02;

    private static final int MOST_STEPS = 45;

    static final ResultsTable LOADS = new ResultsTable(
            "Last Entered against the token ring",
            """
            *Last Entered* (1) claims less traffic and less waiting than a token that circulates freely. The
            repaired algorithm is compared with a ring whose idle nodes pass the token on at once (`--option
            pause=0`), as the paper means it. The load is the number of requests of all nodes in one message
            delay, as a Poisson process; the most that either can serve is 1 / (T + E) = 0.91. ± is half the
            95 % confidence interval of ten runs.

            The claim of less waiting holds at every load below saturation, and the more so the more nodes
            there are: a request waits for a few hints and the token, on the ring for half of a round. Under
            saturated load both wait equally long. The claim of less traffic holds under light load only:
            between two entries an idle ring sends 1/load - E messages, however many nodes there are; Last
            Entered follows its hints, and then tells everybody in the queue where the token is.
            """,
            List.of(
                    "N",
                    "load",
                    "messages, Last Entered",
                    "messages, ring",
                    "waiting (T), Last Entered",
                    "waiting (T), ring",
                    "command"),
            RingTables::loads);

    static final ResultsTable CROSSING = new ResultsTable(
            "Where the ring sends fewer messages",
            """
            The load was raised in steps of 0.02. Up to the first load Last Entered sends fewer messages per
            entry, and from the second one on the ring does, by more than the confidence intervals.

            ![Messages per entry of both, with 20 nodes, against the load](last-entered-ring.svg)
            """,
            List.of("N", "Last Entered sends fewer up to", "the ring sends fewer from", "command"),
            RingTables::crossings);

    private RingTables() {}

    /** Two algorithms under the same load. */
    private record Pair(ExperimentSpec lastEntered, ExperimentSpec ring) {

        static Pair of(int nodes, String load) {
            return new Pair(plan("last-entered", nodes, load), ring(nodes, load));
        }

        private static ExperimentSpec ring(int nodes, String load) {
            return plan("token-ring", nodes, load).option("pause", "0");
        }

        private static ExperimentSpec plan(String algorithm, int nodes, String load) {
            return ExperimentSpec.of(algorithm, nodes)
                    .load(load)
                    .entries(2000, 200)
                    .replications(10);
        }

        ComparisonEvidence compare(Metric metric) {
            return new ComparisonEvidence(lastEntered, ring, metric);
        }
    }

    /** Compares both, as a claim of the paper. */
    static ComparisonEvidence compare(Metric metric, int nodes, double requests) {
        return Pair.of(nodes, poisson(nodes, requests)).compare(metric);
    }

    /** Compares both under saturated load. */
    static ComparisonEvidence compareSaturated(Metric metric, int nodes) {
        return Pair.of(nodes, "saturated").compare(metric);
    }

    /** The load at each node, if all together make this many requests in one message delay. */
    private static String poisson(int nodes, double requests) {
        BigDecimal rate = new BigDecimal(requests / nodes).round(new MathContext(4));
        return new ArrivalPattern.Poisson(rate.doubleValue()).toString();
    }

    private static List<List<String>> loads() {
        List<List<String>> rows = new ArrayList<>();
        for (int nodes : NODES) {
            for (double rate : RATES) {
                rows.add(row(nodes, Double.toString(rate), Pair.of(nodes, poisson(nodes, rate))));
            }
            rows.add(row(nodes, "saturated", Pair.of(nodes, "saturated")));
        }
        return rows;
    }

    private static List<String> row(int nodes, String load, Pair pair) {
        Replications ours = pair.lastEntered().run();
        Replications theirs = pair.ring().run();
        return List.of(
                Integer.toString(nodes),
                load,
                ResultsTable.cell(ours, Metric.MESSAGES_PER_ENTRY),
                ResultsTable.cell(theirs, Metric.MESSAGES_PER_ENTRY),
                ResultsTable.cell(ours, Metric.WAITING_TIME),
                ResultsTable.cell(theirs, Metric.WAITING_TIME),
                "`" + pair.compare(Metric.MESSAGES_PER_ENTRY).command("messagesPerEntry,waitingTime") + "`");
    }

    private static List<List<String>> crossings() {
        return NODES.stream().map(RingTables::crossing).toList();
    }

    private static List<String> crossing(int nodes) {
        double fewer = 0;
        for (int step = 1; step <= MOST_STEPS; step++) {
            double load = Math.rint(100 * step * STEP) / 100;
            Pair pair = Pair.of(nodes, poisson(nodes, load));
            var ours = pair.lastEntered().run().of(Metric.MESSAGES_PER_ENTRY);
            var theirs = pair.ring().run().of(Metric.MESSAGES_PER_ENTRY);
            if (ComparisonEvidence.less(ours, theirs)) {
                fewer = load;
            } else if (ComparisonEvidence.less(theirs, ours)) {
                String loads = poisson(nodes, fewer) + "," + poisson(nodes, load);
                return List.of(
                        Integer.toString(nodes),
                        Double.toString(fewer),
                        Double.toString(load),
                        "`" + pair.compare(Metric.MESSAGES_PER_ENTRY).command().replace(poisson(nodes, load), loads)
                                + "`");
            }
        }
        throw new IllegalStateException("Last Entered sends fewer messages at every load, with " + nodes + " nodes");
    }
}
