package org.peerlock.bench.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.peerlock.bench.storm.StormEvent.Started;

/**
 * How a trial of an outage went.
 *
 * @param effects what each fault did to the locks
 * @param starts how each process became a member
 */
public record OutageResult(OutageScenario scenario, Verdict verdict, List<OutageEffect> effects, List<Start> starts) {

    private static final String WAITS = "waits to become a member";

    /**
     * The start of a process.
     *
     * @param nanos from its start to its first lock
     * @param waits the lines of its log that say for whom it waits
     */
    public record Start(String process, long nanos, List<String> waits) {

        private static Start of(Started started, List<GrantHistory> requests, Path log) throws IOException {
            long first = requests.stream()
                    .filter(request -> request.process().equals(started.process()) && request.isGranted())
                    .mapToLong(GrantHistory::grantedAfter)
                    .min()
                    .orElse(started.at());
            try (Stream<String> lines = Files.lines(log)) {
                return new Start(
                        started.process(),
                        first - started.at(),
                        lines.filter(line -> line.contains(WAITS))
                                .map(line -> line.substring(line.indexOf("node ")))
                                .toList());
            }
        }
    }

    static OutageResult of(OutageScenario scenario, StormPlan plan, List<String> names, List<StormEvent> nemesis)
            throws IOException {
        Map<String, List<StormEvent>> records = plan.records(names);
        List<GrantHistory> requests = records.entrySet().stream()
                .flatMap(each -> GrantHistory.of(each.getKey(), each.getValue()).stream())
                .sorted(Comparator.comparingLong(request -> request.asked().at()))
                .toList();
        List<Start> starts = new ArrayList<>();
        for (StormEvent event : nemesis) {
            if (event instanceof Started started) {
                starts.add(Start.of(started, requests, plan.log(started.process())));
            }
        }
        return new OutageResult(
                scenario, Judge.judge(records, nemesis), OutageEffect.all(requests, nemesis), List.copyOf(starts));
    }

    /** Tables in Markdown, and the verdict in sentences. */
    public List<String> report() {
        List<String> lines = new ArrayList<>();
        lines.add(scenario + ": " + scenario.title() + "; the members outlive "
                + scenario.outlived().toSeconds() + " s");
        lines.add("");
        lines.addAll(OutageEffect.header());
        effects.forEach(effect -> lines.add(effect.row()));
        lines.add("");
        lines.add("| process | first lock after | lines that say for whom it waits | the first of them |");
        lines.add("|---|--:|--:|---|");
        starts.forEach(start -> lines.add(String.format(
                Locale.ROOT,
                "| %s | %.1f s | %d | %s |",
                start.process,
                start.nanos / 1e9,
                start.waits.size(),
                start.waits.isEmpty() ? "" : start.waits.get(0))));
        lines.add("");
        lines.addAll(verdict.report());
        return lines;
    }
}
