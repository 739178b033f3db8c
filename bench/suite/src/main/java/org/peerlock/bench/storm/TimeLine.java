package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.peerlock.bench.storm.StormEvent.Ended;
import org.peerlock.bench.storm.StormEvent.Healed;
import org.peerlock.bench.storm.StormEvent.Started;
import org.peerlock.bench.storm.StormEvent.Struck;
import org.peerlock.bench.storm.StormEvent.Use;

/**
 * When everything happened, in nanoseconds since the beginning.
 *
 * @param length from the first event to the last one
 * @param grants when requests were granted, in order
 * @param handOvers how long it took, each time that a lock went from one process to another that was
 *     waiting for it: from the release until the request returned
 * @param holders which process held the first lock, and when
 * @param takeovers how long it took until another process got a lock whose holder had died
 * @param recoveries how long it took, after each fault of the network or of the registry, until every
 *     process had got a lock again
 */
public record TimeLine(
        long length,
        List<Span> faults,
        List<Span> processes,
        List<Loss> losses,
        List<Long> grants,
        List<Long> handOvers,
        List<Span> holders,
        List<Long> takeovers,
        List<Long> recoveries) {

    /** Something that lasted. */
    public record Span(String name, long begin, long end) {}

    /** A grant that was lost. */
    public record Loss(String process, String reason, long at) {}

    static TimeLine of(List<GrantHistory> requests, List<StormEvent> nemesis) {
        long begin = nemesis.stream()
                .filter(Started.class::isInstance)
                .mapToLong(event -> ((Started) event).at())
                .min()
                .orElse(0);
        List<GrantHistory> granted = requests.stream()
                .filter(GrantHistory::isGranted)
                .sorted(Comparator.comparingLong(GrantHistory::grantedAfter))
                .toList();
        long end = granted.isEmpty() ? begin : granted.get(granted.size() - 1).grantedAfter();
        List<Span> faults = spans(nemesis, end);
        List<Span> processes = lives(nemesis, end);
        return new TimeLine(
                end - begin,
                since(begin, faults),
                since(begin, processes),
                requests.stream()
                        .filter(request -> request.knownLostAt().isPresent())
                        .map(request -> new Loss(
                                request.process(),
                                request.reason().orElse(""),
                                request.knownLostAt().getAsLong() - begin))
                        .toList(),
                granted.stream().map(grant -> grant.grantedAfter() - begin).toList(),
                handOvers(granted),
                since(begin, holders(granted)),
                takeovers(granted, nemesis),
                recoveries(granted, faults, processes));
    }

    private static List<Span> since(long begin, List<Span> spans) {
        return spans.stream()
                .map(span -> new Span(span.name, span.begin - begin, span.end - begin))
                .toList();
    }

    private static List<Span> spans(List<StormEvent> nemesis, long end) {
        Map<FaultKind, Long> open = new HashMap<>();
        List<Span> spans = new ArrayList<>();
        for (StormEvent event : nemesis) {
            if (event instanceof Struck struck) {
                open.put(struck.fault(), struck.at());
            } else if (event instanceof Healed healed) {
                Long begin = open.remove(healed.fault());
                spans.add(new Span(healed.fault().name(), begin == null ? healed.at() : begin, healed.at()));
            }
        }
        open.forEach((fault, begin) -> spans.add(new Span(fault.name(), begin, end)));
        return spans;
    }

    private static List<Span> lives(List<StormEvent> nemesis, long end) {
        Map<String, Long> starts = new TreeMap<>();
        Map<String, Long> ends = new HashMap<>();
        for (StormEvent event : nemesis) {
            if (event instanceof Started started) {
                starts.put(started.process(), started.at());
            } else if (event instanceof Ended ended) {
                ends.put(ended.process(), ended.at());
            }
        }
        return starts.entrySet().stream()
                .map(start -> new Span(start.getKey(), start.getValue(), ends.getOrDefault(start.getKey(), end)))
                .toList();
    }

    /** From one holder of an exclusive lock to the next one, in another process, which had asked before. */
    private static List<Long> handOvers(List<GrantHistory> granted) {
        Map<String, GrantHistory> holders = new HashMap<>();
        List<Long> times = new ArrayList<>();
        for (GrantHistory grant : granted) {
            if (grant.asked().use() == Use.EXCLUSIVE) {
                GrantHistory before = holders.put(grant.lock(), grant);
                if (before != null && !before.process().equals(grant.process())) {
                    before.releasedBefore().stream()
                            .filter(released -> grant.asked().at() < released && released < grant.grantedAfter())
                            .forEach(released -> times.add(grant.grantedAfter() - released));
                }
            }
        }
        Collections.sort(times);
        return times;
    }

    private static List<Span> holders(List<GrantHistory> granted) {
        return granted.stream()
                .filter(grant -> grant.lock().equals(StormLock.of(0).name()))
                .flatMap(grant -> grant.validUntil().stream()
                        .mapToObj(end -> new Span(grant.process(), grant.grantedAfter(), end)))
                .toList();
    }

    /** A holder that died has never released. Somebody else gets its lock next. */
    private static List<Long> takeovers(List<GrantHistory> granted, List<StormEvent> nemesis) {
        List<Long> times = new ArrayList<>();
        for (StormEvent event : nemesis) {
            if (event instanceof Ended end) {
                for (GrantHistory grant : granted) {
                    if (grant.process().equals(end.process()) && grant.diedAsHolder()) {
                        next(granted, grant, end.at()).ifPresent(next -> times.add(next - end.at()));
                    }
                }
            }
        }
        Collections.sort(times);
        return times;
    }

    private static OptionalLong next(List<GrantHistory> granted, GrantHistory holder, long after) {
        return granted.stream()
                .filter(grant -> grant.lock().equals(holder.lock())
                        && !grant.process().equals(holder.process())
                        && grant.grantedAfter() > after)
                .mapToLong(GrantHistory::grantedAfter)
                .min();
    }

    private static List<Long> recoveries(List<GrantHistory> granted, List<Span> faults, List<Span> processes) {
        Map<String, long[]> byProcess = new HashMap<>();
        for (Span process : processes) {
            byProcess.put(
                    process.name,
                    granted.stream()
                            .filter(grant -> grant.process().equals(process.name))
                            .mapToLong(GrantHistory::grantedAfter)
                            .toArray());
        }
        return faults.stream()
                .filter(fault -> FaultKind.valueOf(fault.name).isOfNetworkOrRegistry())
                .map(fault -> processes.stream()
                        .filter(process -> process.begin < fault.begin)
                        .flatMap(process -> LongStream.of(byProcess.getOrDefault(process.name, new long[0]))
                                .filter(at -> at > fault.end)
                                .limit(1)
                                .map(at -> at - fault.end)
                                .boxed())
                        .max(Comparator.naturalOrder()))
                .flatMap(longest -> longest.stream())
                .sorted()
                .toList();
    }

    /** The value below which a part of the sorted values is; 0 if there are none. */
    public static long quantile(List<Long> sorted, double part) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, Math.floor(part * sorted.size())));
    }
}
