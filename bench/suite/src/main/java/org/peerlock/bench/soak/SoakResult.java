package org.peerlock.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a soak.
 *
 * @param minutes those that were over when it ended
 * @param counts in all processes, from the beginning to the end
 * @param counters what they have come to, by what they stand for; those of several locks of a kind are together
 * @param explained what only looked wrong, since a lock was lost
 * @param unexplained what was wrong
 */
record SoakResult(
        Soak.Plan plan,
        long kills,
        List<MinuteReport> minutes,
        Map<CountedEvent, Long> counts,
        Map<CountedEvent, List<GuardedCounter.Reading>> counters,
        List<Anomaly> explained,
        List<Anomaly> unexplained) {

    boolean passed() {
        return wrong().isEmpty() && grown().isEmpty();
    }

    /** All that is wrong, whatever has grown. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        unexplained.forEach(anomaly -> wrong.add(anomaly.toString()));
        counters.forEach((kind, readings) -> readings.stream()
                .filter(reading -> !reading.isExact())
                .forEach(reading -> wrong.add("a counter is wrong in the end: " + kind + ", " + reading)));
        for (CountedEvent kind : List.of(
                CountedEvent.HOT, CountedEvent.NAMES, CountedEvent.READS, CountedEvent.WRITES, CountedEvent.PERMITS)) {
            if (counts.getOrDefault(kind, 0L) == 0) {
                wrong.add("nobody ever got in: " + kind);
            }
        }
        if (!minutes.isEmpty() && minutes.stream().allMatch(minuteReport -> minuteReport.resets() == 0)) {
            wrong.add("no connection was ever broken");
        }
        return wrong;
    }

    List<ResourceTrend> grown() {
        return ResourceTrend.of(minutes).stream()
                .filter(ResourceTrend::isTooMuch)
                .toList();
    }

    /** In plain words. */
    List<String> verdict() {
        List<String> lines = new ArrayList<>();
        List<String> wrong = wrong();
        if (wrong.isEmpty()) {
            lines.add("Exact: no count was lost, no two were inside who exclude each other, and fences grew.");
        } else {
            lines.add("WRONG:");
            wrong.forEach(each -> lines.add("- " + each));
        }
        if (!explained.isEmpty()) {
            lines.add(
                    "Looked wrong, but a process involved had lost its locks, and was refused when it came too late:");
            explained.forEach(each -> lines.add("- " + each));
        }
        if (minutes.size() < ResourceTrend.FEWEST_MINUTES) {
            lines.add("Growth was not judged: that takes " + ResourceTrend.FEWEST_MINUTES + " minutes at least.");
        } else if (grown().isEmpty()) {
            lines.add("Nothing has grown.");
        } else {
            grown().forEach(each -> lines.add("GROWN: " + each.what()));
        }
        lines.add(passed() ? "Passed." : "FAILED.");
        return lines;
    }

    /** As tables in Markdown: what was counted, and what has grown if that was judged. */
    List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| " + plan.time().toMinutes() + " minutes, " + kills + " kills | entered | counter | cut short |");
        lines.add("|---|--:|--:|--:|");
        lines.add(row("the hot lock", CountedEvent.HOT));
        lines.add(row(Ledger.NAMES + " other locks", CountedEvent.NAMES));
        lines.add(row("the read-write lock, to write", CountedEvent.WRITES));
        lines.add(row("the read-write lock, to read", CountedEvent.READS));
        lines.add(row("the semaphore of " + Ledger.PERMITS, CountedEvent.PERMITS));
        List<ResourceTrend> growth = ResourceTrend.of(minutes);
        if (growth.isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.add("| the process that is never killed | first third | last third | allowed |");
        lines.add("|---|--:|--:|--:|");
        for (ResourceTrend each : growth) {
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f |",
                    each.what(),
                    each.first(),
                    each.last(),
                    each.allowed()));
        }
        return lines;
    }

    private String row(String what, CountedEvent kind) {
        List<GuardedCounter.Reading> readings = counters.getOrDefault(kind, List.of());
        if (readings.isEmpty()) {
            return String.format(Locale.ROOT, "| %s | %,d | | |", what, counts.getOrDefault(kind, 0L));
        }
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,d | %,d |",
                what,
                readings.stream().mapToLong(GuardedCounter.Reading::done).sum(),
                readings.stream().mapToLong(GuardedCounter.Reading::count).sum(),
                readings.stream().mapToLong(GuardedCounter.Reading::cutShort).sum());
    }
}
