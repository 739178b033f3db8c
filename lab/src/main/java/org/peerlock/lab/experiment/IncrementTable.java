package org.peerlock.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.peerlock.lab.simulate.Metric;
import org.peerlock.lab.simulate.Replications;
import org.peerlock.lab.simulate.Sample;

/** Ricart and Agrawala 1981, 6.5: random increments and priorities, and how long each node waits. */
final class IncrementTable {

    private static final int NODES = 5;

    static final ResultsTable TABLE = new ResultsTable(
            "Increments and priorities: the waiting time of each node", """
            *Ricart-Agrawala*, 6.5, with five nodes. The times are in T, with the 95 % confidence interval of
            ten runs. With priorities, node 5 has the high one, which loses all ties without it; the others add
            10 to their numbers. `hold` says for how many entries more node 5 may hold a REQUEST back.

            At half of the greatest load the tie-breaking rule makes node 5 wait two fifths longer than node 1,
            which is more than "slightly"; under saturated load, where no two nodes ask at the same time, it
            changes nothing. Random increments take nearly all of that away, and cost nothing. Small increments
            for node 5 make it win all ties, as if it had the lowest number, and do no more: once a node knows
            a great number, it asks for a greater one. Holding back gives more where node 5 asks again soon;
            all others pay for it, because the lock waits for a round trip whether node 5 asks again or not.
            """, titles(), IncrementTable::rows);

    private IncrementTable() {}

    private static List<String> titles() {
        List<String> titles = new ArrayList<>(List.of("algorithm", "load"));
        IntStream.rangeClosed(1, NODES).forEach(node -> titles.add("node " + node));
        titles.addAll(List.of("all", "entries in T", "command"));
        return titles;
    }

    private static List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (String load : List.of("poisson:0.1", "saturated")) {
            rows.add(row("as in section 2", spec("ricart-agrawala", load)));
            rows.add(row("random increments", spec("ra-random-increment", load)));
            for (int hold : List.of(0, 2, 5)) {
                rows.add(row("priorities, hold " + hold, priority(hold, load)));
            }
        }
        return rows;
    }

    /** An experiment of this table. */
    static ExperimentSpec spec(String algorithm, String load) {
        return ExperimentSpec.of(algorithm, NODES).load(load).entries(4000, 400).replications(10);
    }

    /** Node 5 has high priority. */
    static ExperimentSpec priority(int hold, String load) {
        return spec("ra-priority", load).option("high", "5").option("hold", Integer.toString(hold));
    }

    private static List<String> row(String algorithm, ExperimentSpec spec) {
        Replications runs = spec.run();
        List<String> cells =
                new ArrayList<>(List.of(algorithm, spec.conditions().load().toString()));
        for (int node = 1; node <= NODES; node++) {
            int one = node;
            Sample waiting = runs.of(run -> run.waitingOf(one));
            cells.add(ResultsTable.cell(waiting));
        }
        cells.add(ResultsTable.cell(runs, Metric.WAITING_TIME));
        cells.add(ResultsTable.cell(runs, Metric.THROUGHPUT));
        cells.add("`" + spec.command() + " --by-node`");
        return cells;
    }
}
