package org.peerlock.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;

/** The four measures that Dasgupta's slides name, for all algorithms that they describe. */
final class MeasuresTable {

    private static final int NODES = 21;
    private static final double HOLD = 0.1;
    private static final double LOG = Math.log(NODES) / Math.log(2);

    /**
     * An algorithm, and the formulas of the slides for 21 nodes.
     *
     * @param messages the messages for an entry
     * @param synchronization the synchronization delay, in words
     * @param delay its value under contention, in T
     * @param light the response time of a request without contention that follows, in T
     */
    private record Described(String algorithm, String messages, String synchronization, double delay, String light) {}

    private static final String ROUND_TRIP = number(2 + HOLD);

    private static final List<Described> ALGORITHMS = List.of(
            new Described("lamport", "3(n-1) = 60", "T = 1", 1, ROUND_TRIP),
            new Described("ricart-agrawala", "2(n-1) = 40", "T = 1", 1, ROUND_TRIP),
            new Described(
                    "roucairol-carvalho", "0 to 2(n-1) = 40", "not given; T = 1 as before", 1, "at most " + ROUND_TRIP),
            new Described("maekawa", "3√N = 13.7, can be 5√N = 22.9", "2T = 2", 2, ROUND_TRIP),
            new Described("suzuki-kasami", "0 or n = 21", "0 or T = 1", 1, number(2.0 * (NODES - 1) / NODES + HOLD)),
            new Described("raymond-tree", "O(log n): 4.39", "(T log n)/2 = " + number(LOG / 2), LOG / 2, "not given"));

    static final ResultsTable TABLE = new ResultsTable(
            "The four measures of the survey",
            """
            *Dasgupta* names four measures, gives formulas for the first two, and none for the others; those
            given here for response time and throughput follow from the first two. N = 21, so that Maekawa's
            request sets are those of a projective plane. Without contention a request is answered after a
            round trip, and its response time is 2T + E; under saturated load, with a synchronization delay of
            S, the response time is N(S + E) and the throughput 1/(S + E). Under light load nobody waits for
            another, so there is no synchronization delay, and the throughput is that of the requests.
            """,
            List.of(
                    "algorithm",
                    "load",
                    "messages, claimed",
                    "measured",
                    "synchronization delay (T), claimed",
                    "measured",
                    "response time (T), follows",
                    "measured",
                    "throughput (1/T), follows",
                    "measured",
                    "command"),
            MeasuresTable::rows);

    private MeasuresTable() {}

    private static List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Described each : ALGORITHMS) {
            rows.add(row(each, "light", "-", each.light(), "-"));
            double period = each.delay() + HOLD;
            rows.add(row(each, "saturated", each.synchronization(), number(NODES * period), number(1 / period)));
        }
        return rows;
    }

    private static List<String> row(
            Described each, String load, String synchronization, String response, String throughput) {
        ExperimentSpec spec =
                ExperimentSpec.of(each.algorithm(), NODES).load(load).replications(10);
        Replications runs = spec.run();
        return List.of(
                each.algorithm(),
                load,
                each.messages(),
                ResultsTable.cell(runs, Metric.MESSAGES_PER_ENTRY),
                synchronization,
                ResultsTable.cell(runs, Metric.SYNCHRONIZATION_DELAY),
                response,
                ResultsTable.cell(runs, Metric.RESPONSE_TIME),
                throughput,
                throughput.equals("-") ? "-" : ResultsTable.cell(runs, Metric.THROUGHPUT),
                "`" + spec.command() + "`");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
