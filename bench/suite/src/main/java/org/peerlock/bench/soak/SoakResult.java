package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of a soak.
 *
 * @param minutes the reports of all full minutes
 * @param counts the events in all processes, from start to end
 * @param counters the final counters, by kind of lock
 * @param explained anomalies that are explained by a lost lock
 * @param unexplained anomalies that are defects
 */
record SoakResult(
        Soak.SoakPlan plan,
        long kills,
        List<MinuteReport> minutes,
        Map<CountedEvent, Long> counts,
        Map<CountedEvent, List<GuardedCounter.FinalCount>> counters,
        List<Anomaly> explained,
        List<Anomaly> unexplained) {

    boolean passed() {
        return failures().isEmpty() && exceededTrends().isEmpty();
    }

    /** Everything that is wrong, except growing resources. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        unexplained.forEach(anomaly -> failures.add(anomaly.toString()));
        counters.forEach((event, finals) -> finals.stream()
                .filter(each -> !each.isExact())
                .forEach(each -> failures.add("a counter is wrong in the end: " + event + ", " + each)));
        for (CountedEvent event : List.of(
                CountedEvent.HOT, CountedEvent.OTHERS, CountedEvent.READS, CountedEvent.WRITES, CountedEvent.PERMITS)) {
            if (counts.getOrDefault(event, 0L) == 0) {
                failures.add("no lock of this kind was ever acquired: " + event);
            }
        }
        if (!minutes.isEmpty() && minutes.stream().allMatch(minute -> minute.resets() == 0)) {
            failures.add("no connection was ever reset");
        }
        return failures;
    }

    /** The resources that have grown beyond their limit. */
    List<ResourceTrend> exceededTrends() {
        return ResourceTrend.of(minutes).stream()
                .filter(ResourceTrend::exceedsLimit)
                .toList();
    }

    /** The verdict in sentences. */
    List<String> verdict() {
        List<String> lines = new ArrayList<>();
        List<String> failures = failures();
        if (failures.isEmpty()) {
            lines.add(
                    "Exact: no increment was lost, mutual exclusion was never violated, and fencing tokens increased.");
        } else {
            lines.add("WRONG:");
            failures.forEach(each -> lines.add("- " + each));
        }
        if (!explained.isEmpty()) {
            lines.add("Anomalies that are explained by a lost lock (the fencing token stopped the process):");
            explained.forEach(each -> lines.add("- " + each));
        }
        if (minutes.size() < ResourceTrend.MIN_MINUTES) {
            lines.add("Resources were not checked for growth: that takes at least " + ResourceTrend.MIN_MINUTES
                    + " minutes.");
        } else if (exceededTrends().isEmpty()) {
            lines.add("No resource has grown.");
        } else {
            exceededTrends().forEach(each -> lines.add("GROWN: " + each.resource()));
        }
        lines.add(passed() ? "Passed." : "FAILED.");
        return lines;
    }

    /**
     * Tables in Markdown: the counters, and the trends of resources if there are enough minutes.
     */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| " + plan.duration().toMinutes() + " minutes, " + kills
                + " kills | entries | counter | interrupted |");
        lines.add("|---|--:|--:|--:|");
        lines.add(row("the hot lock", CountedEvent.HOT));
        lines.add(row(SoakLedger.OTHER_LOCKS + " other locks", CountedEvent.OTHERS));
        lines.add(row("the write lock", CountedEvent.WRITES));
        lines.add(row("the read lock", CountedEvent.READS));
        lines.add(row("the semaphore of " + SoakLedger.PERMITS, CountedEvent.PERMITS));
        List<ResourceTrend> trends = ResourceTrend.of(minutes);
        if (trends.isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.add("| the process that is never killed | first third | last third | limit |");
        lines.add("|---|--:|--:|--:|");
        for (ResourceTrend each : trends) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f |",
                    each.resource(),
                    each.first(),
                    each.last(),
                    each.limit()));
        }
        return lines;
    }

    private String row(String title, CountedEvent event) {
        List<GuardedCounter.FinalCount> finals = counters.getOrDefault(event, List.of());
        if (finals.isEmpty()) {
            return String.format(Locale.ROOT, "| %s | %,d | | |", title, counts.getOrDefault(event, 0L));
        }
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d |",
                title,
                finals.stream().mapToLong(GuardedCounter.FinalCount::completed).sum(),
                finals.stream().mapToLong(GuardedCounter.FinalCount::count).sum(),
                finals.stream()
                        .mapToLong(GuardedCounter.FinalCount::interrupted)
                        .sum());
    }
}
