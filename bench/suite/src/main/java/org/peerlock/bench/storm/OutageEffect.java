package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Healed;
import org.peerlock.bench.storm.StormEvent.Struck;

/**
 * What an outage did to the locks. All times are in nanoseconds. A <em>hand-over</em> is the grant of
 * a lock that another process had got last.
 *
 * @param held how many locks were held when it began, without those that are passed on all the time
 * @param lost how many of these their holders lost, by process
 * @param losses when they were lost, since the beginning
 * @param gained how many grants there were from the last loss until the end; 0 without a loss
 * @param before hand-overs a second before it
 * @param during hand-overs a second while it lasted
 * @param after hand-overs a second after it
 * @param resumed from its end to the first hand-over
 * @param regained from its end until the last lost lock was held again; 0 without a loss
 */
public record OutageEffect(
        FaultKind fault,
        long length,
        long held,
        Map<String, Long> lost,
        LongSummaryStatistics losses,
        long gained,
        double before,
        double during,
        double after,
        long resumed,
        long regained) {

    /** The part of the undisturbed time in which hand-overs are counted: right after an outage, everybody may still wait. */
    private static final long COUNTED_NANOS = 15_000_000_000L;

    /** @param requests in any order */
    static List<OutageEffect> all(List<GrantHistory> requests, List<StormEvent> nemesis) {
        long calm = nemesis.stream()
                .filter(Calm.class::isInstance)
                .mapToLong(event -> ((Calm) event).at())
                .min()
                .orElse(Long.MAX_VALUE);
        List<Struck> begins = nemesis.stream()
                .filter(Struck.class::isInstance)
                .map(Struck.class::cast)
                .filter(struck -> struck.fault() != FaultKind.KILL)
                .toList();
        List<GrantHistory> granted = requests.stream()
                .filter(GrantHistory::isGranted)
                .sorted(Comparator.comparingLong(GrantHistory::grantedAfter))
                .toList();
        long[] handOvers = handOvers(granted);
        List<OutageEffect> effects = new ArrayList<>();
        for (int i = 0; i < begins.size(); i++) {
            long next = i + 1 < begins.size() ? begins.get(i + 1).at() : calm;
            effects.add(of(begins.get(i), end(begins.get(i), nemesis), next, granted, handOvers));
        }
        return List.copyOf(effects);
    }

    private static long end(Struck begin, List<StormEvent> nemesis) {
        return nemesis.stream()
                .filter(Healed.class::isInstance)
                .map(Healed.class::cast)
                .filter(healed -> healed.fault() == begin.fault() && healed.at() >= begin.at())
                .mapToLong(Healed::at)
                .min()
                .orElseThrow();
    }

    private static long[] handOvers(List<GrantHistory> granted) {
        Map<String, String> last = new HashMap<>();
        return granted.stream()
                .filter(grant -> !OutageLocks.isHeld(grant.lock()))
                .filter(grant -> !grant.process().equals(last.put(grant.lock(), grant.process())))
                .mapToLong(GrantHistory::grantedAfter)
                .toArray();
    }

    private static OutageEffect of(Struck begin, long end, long next, List<GrantHistory> granted, long[] handOvers) {
        long start = begin.at();
        List<GrantHistory> held = granted.stream()
                .filter(grant -> OutageLocks.isHeld(grant.lock()) && isHeldAt(grant, start))
                .toList();
        List<GrantHistory> lost = held.stream()
                .filter(grant -> grant.knownLostAt().orElse(Long.MAX_VALUE) < next)
                .toList();
        LongSummaryStatistics losses = lost.stream()
                .mapToLong(grant -> grant.knownLostAt().orElseThrow() - start)
                .summaryStatistics();
        return new OutageEffect(
                begin.fault(),
                end - start,
                held.size(),
                lost.stream()
                        .collect(Collectors.groupingBy(GrantHistory::process, TreeMap::new, Collectors.counting())),
                losses,
                lost.isEmpty()
                        ? 0
                        : count(granted.stream().mapToLong(GrantHistory::grantedAfter), start + losses.getMax(), end),
                rate(handOvers, start - COUNTED_NANOS, start),
                rate(handOvers, start, end),
                rate(handOvers, next - COUNTED_NANOS, next),
                LongStream.of(handOvers).filter(at -> at > end).min().orElse(next) - end,
                lost.isEmpty() ? 0 : regained(lost, granted, start) - end);
    }

    private static boolean isHeldAt(GrantHistory grant, long moment) {
        return grant.grantedAfter() < moment
                && grant.knownLostAt().orElse(Long.MAX_VALUE) > moment
                && grant.releasedBefore().orElse(Long.MAX_VALUE) > moment;
    }

    /** When the last of the lost locks was held again. */
    private static long regained(List<GrantHistory> lost, List<GrantHistory> granted, long start) {
        Set<String> names = lost.stream().map(GrantHistory::lock).collect(Collectors.toSet());
        return granted.stream()
                .filter(grant -> names.contains(grant.lock()) && grant.grantedAfter() > start)
                .collect(Collectors.toMap(GrantHistory::lock, GrantHistory::grantedAfter, Math::min))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
    }

    private static double rate(long[] moments, long from, long to) {
        return count(LongStream.of(moments), from, to) * 1e9 / (to - from);
    }

    private static long count(LongStream moments, long from, long to) {
        return moments.filter(at -> at > from && at <= to).count();
    }

    /** How many locks were lost in all. */
    public long allLost() {
        return losses.getCount();
    }

    static List<String> header() {
        return List.of(
                "| fault | seconds | held | lost | lost after | then gained until the end | hand-overs a second before,"
                        + " during, after | ratio | first hand-over after the end | lost locks held again after the end |",
                "|---|--:|--:|---|---|--:|---|--:|--:|--:|");
    }

    String row() {
        boolean none = losses.getCount() == 0;
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %,d | %s | %s | %s | %,.0f, %,.0f, %,.0f | %.2f | %.3f s | %s |",
                fault.title(),
                length / 1e9,
                held,
                none ? "0" : lost,
                none ? "" : String.format(Locale.ROOT, "%.1f to %.1f s", losses.getMin() / 1e9, losses.getMax() / 1e9),
                none ? "" : Long.toString(gained),
                before,
                during,
                after,
                during / before,
                resumed / 1e9,
                none ? "" : String.format(Locale.ROOT, "%.1f s", regained / 1e9));
    }
}
