package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.peerlock.bench.storm.StormEvent.Started;
import org.peerlock.bench.storm.StormEvent.Struck;
import org.peerlock.bench.storm.StormEvent.Use;
import org.peerlock.bench.storm.Violation.Rule;

/**
 * What the judge found in the records of a storm.
 *
 * @param grants how many there were of each use of a lock
 * @param fromOthers how many grants were of a lock that another process had got last, so that the
 *     algorithm brought it
 * @param faults how many there were of each kind
 * @param losses how many grants were lost, by the reason that their holders were told
 * @param refused how many late writes the resource refused
 * @param processes how many were started
 * @param timeLine when it all happened
 */
public record Verdict(
        Map<Use, Long> grants,
        long fromOthers,
        Map<FaultKind, Long> faults,
        Map<String, Long> losses,
        long refused,
        long processes,
        TimeLine timeLine,
        List<Violation> violations) {

    /** So many violations of a rule are listed; one broken rule is often broken a thousand times. */
    private static final int LISTED = 5;

    Verdict(List<GrantHistory> requests, List<StormEvent> nemesis, List<Violation> violations) {
        this(
                count(
                        requests.stream().filter(GrantHistory::isGranted).toList(),
                        request -> request.asked().use(),
                        new EnumMap<>(Use.class)),
                fromOthers(requests),
                count(
                        nemesis.stream()
                                .filter(Struck.class::isInstance)
                                .map(Struck.class::cast)
                                .toList(),
                        Struck::fault,
                        new EnumMap<>(FaultKind.class)),
                count(
                        requests.stream()
                                .filter(request -> request.knownLostAt().isPresent())
                                .toList(),
                        request -> request.reason().orElse("told by close alone"),
                        new TreeMap<>()),
                requests.stream()
                        .flatMap(request -> request.writes().stream())
                        .filter(write -> !write.accepted())
                        .count(),
                nemesis.stream().filter(Started.class::isInstance).count(),
                TimeLine.of(requests, nemesis),
                List.copyOf(violations));
    }

    private static long fromOthers(List<GrantHistory> requests) {
        Map<String, String> last = new HashMap<>();
        return requests.stream()
                .filter(GrantHistory::isGranted)
                .sorted(Comparator.comparingLong(GrantHistory::grantedAfter))
                .filter(grant -> !grant.process().equals(last.put(grant.lock(), grant.process())))
                .count();
    }

    private static <T, K> Map<K, Long> count(List<T> things, Function<T, K> key, Map<K, Long> counts) {
        things.forEach(thing -> counts.merge(key.apply(thing), 1L, Long::sum));
        return counts;
    }

    public boolean passed() {
        return violations.isEmpty();
    }

    /** Tables in Markdown, and the verdict in sentences. */
    public List<String> report() {
        List<String> lines = new ArrayList<>();
        lines.add("| grants | |");
        lines.add("|---|--:|");
        grants.forEach((use, count) -> lines.add(row(use.name().toLowerCase(Locale.ROOT), count)));
        lines.add(row("all", grants.values().stream().mapToLong(Long::longValue).sum()));
        lines.add(row("of these, of a lock that another process had got last", fromOthers));
        lines.add("");
        lines.add("| faults, with " + processes + " processes in all | |");
        lines.add("|---|--:|");
        faults.forEach((fault, count) -> lines.add(row(fault.title(), count)));
        lines.add(row("all", faults.values().stream().mapToLong(Long::longValue).sum()));
        lines.add("");
        lines.add("| lost grants | |");
        lines.add("|---|--:|");
        losses.forEach((reason, count) -> lines.add(row(reason, count)));
        lines.add(row("late writes that the resource refused", refused));
        lines.add("");
        lines.add("| seconds | number | median | 99 % | longest |");
        lines.add("|---|--:|--:|--:|--:|");
        lines.add(times("from the release of an exclusive lock to the next process", timeLine.handOvers()));
        lines.add(times("until another process got the lock of one that died", timeLine.takeovers()));
        lines.add(times("until every process got a lock after a fault of network or registry", timeLine.recoveries()));
        lines.add("");
        violationsByRule().forEach((rule, found) -> {
            lines.add("VIOLATED " + found.size() + " times:");
            found.stream().limit(LISTED).forEach(violation -> lines.add("- " + violation));
        });
        lines.add(passed() ? "Passed: no rule was violated." : "FAILED.");
        return lines;
    }

    private Map<Rule, List<Violation>> violationsByRule() {
        return violations.stream()
                .collect(Collectors.groupingBy(Violation::rule, () -> new EnumMap<>(Rule.class), Collectors.toList()));
    }

    private static String times(String title, List<Long> sorted) {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %.3f | %.3f | %.3f |",
                title,
                sorted.size(),
                seconds(sorted, 0.5),
                seconds(sorted, 0.99),
                seconds(sorted, 1));
    }

    private static double seconds(List<Long> sorted, double part) {
        return TimeLine.quantile(sorted, part) / 1e9;
    }

    private static String row(String title, long count) {
        return String.format(Locale.ROOT, "| %s | %,d |", title, count);
    }
}
