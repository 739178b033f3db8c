package org.peerlock.bench.storm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Ended;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.Left;
import org.peerlock.bench.storm.StormEvent.Started;
import org.peerlock.bench.storm.StormEvent.Use;
import org.peerlock.bench.storm.StormEvent.Wrote;
import org.peerlock.bench.storm.Violation.Rule;

/**
 * Decides whether a storm went well, by its records alone. It never guesses: two events whose times
 * overlap may have happened in either order, and are a violation only if both orders are one.
 */
final class Judge {

    private final Map<String, List<StormEvent>> processes;
    private final List<StormEvent> nemesis;
    private final List<GrantHistory> requests;
    private final List<Violation> violations = new ArrayList<>();

    private Judge(Map<String, List<StormEvent>> processes, List<StormEvent> nemesis) {
        this.processes = processes;
        this.nemesis = nemesis;
        requests = processes.entrySet().stream()
                .flatMap(each -> GrantHistory.of(each.getKey(), each.getValue()).stream())
                .toList();
    }

    /**
     * @param processes the record of each process
     * @param nemesis the record of the nemesis
     */
    static Verdict judge(Map<String, List<StormEvent>> processes, List<StormEvent> nemesis) {
        return new Judge(new TreeMap<>(processes), nemesis).verdict();
    }

    private Verdict verdict() {
        for (List<GrantHistory> grants : byLock().values()) {
            exclusion(grants);
            fencesGrow(grants);
            resource(grants);
        }
        requests.forEach(this::losses);
        progress();
        processes.forEach(this::ends);
        ends("the nemesis", nemesis);
        return new Verdict(requests, nemesis, violations);
    }

    private Map<String, List<GrantHistory>> byLock() {
        return requests.stream()
                .filter(GrantHistory::isGranted)
                .collect(Collectors.groupingBy(GrantHistory::lock, TreeMap::new, Collectors.toList()));
    }

    private void violated(Rule rule, String detail) {
        violations.add(new Violation(rule, detail));
    }

    /** Goes through the times at which grants were surely valid, and sums their weights up. */
    private void exclusion(List<GrantHistory> grants) {
        PriorityQueue<GrantHistory> holders = new PriorityQueue<>(
                Comparator.comparingLong(grant -> grant.validUntil().orElseThrow()));
        int weight = 0;
        for (GrantHistory grant : sorted(grants.stream().filter(Judge::wasValid), GrantHistory::grantedAfter)) {
            while (!holders.isEmpty() && holders.element().validUntil().orElseThrow() <= grant.grantedAfter()) {
                weight -= holders.remove().asked().weight();
            }
            holders.add(grant);
            weight += grant.asked().weight();
            if (weight > grant.asked().capacity()) {
                violated(Rule.EXCLUSION, "at " + grant.grantedAfter() + ": " + holders);
            }
        }
    }

    private static boolean wasValid(GrantHistory grant) {
        return grant.validUntil().isPresent() && grant.validUntil().getAsLong() > grant.grantedAfter();
    }

    /**
     * A writer's fence is greater than those of all grants that were surely given before; a reader's
     * is at least that of every such writer. No two writers have the same. Only grants count that
     * were valid when they were given.
     */
    private void fencesGrow(List<GrantHistory> grants) {
        List<GrantHistory> alone = grants.stream()
                .filter(grant -> grant.asked().use().isAlone() && wasValid(grant))
                .toList();
        inOrder(
                alone,
                GrantHistory::grantedAfter,
                GrantHistory::fence,
                grants.stream()
                        .filter(grant -> grant.asked().use() != Use.PERMITS && wasValid(grant))
                        .toList(),
                GrantHistory::grantedBefore,
                (before, later) -> {
                    boolean grows = later.asked().use().isAlone()
                            ? later.fence() > before.fence()
                            : later.fence() >= before.fence();
                    if (!grows) {
                        violated(Rule.FENCES_GROW, later + " came after " + before);
                    }
                });
        Map<Long, GrantHistory> byFence = new HashMap<>();
        for (GrantHistory grant : alone) {
            GrantHistory other = byFence.put(grant.fence(), grant);
            if (other != null) {
                violated(Rule.FENCES_GROW, grant + " has the fence of " + other);
            }
        }
    }

    /** A pair of things of which the first surely came before the second. */
    private interface Pair<A, B> {
        void check(A before, B later);
    }

    /** Compares each later thing with the greatest of all that surely came before it. */
    private static <A, B> void inOrder(
            List<A> earlier,
            Function<A, Long> end,
            Function<A, Long> size,
            List<B> later,
            Function<B, Long> begin,
            Pair<A, B> pair) {
        List<A> ended = sorted(earlier.stream(), end);
        int next = 0;
        A greatest = null;
        for (B each : sorted(later.stream(), begin)) {
            while (next < ended.size() && end.apply(ended.get(next)) < begin.apply(each)) {
                A candidate = ended.get(next++);
                if (greatest == null || size.apply(candidate) > size.apply(greatest)) {
                    greatest = candidate;
                }
            }
            if (greatest != null) {
                pair.check(greatest, each);
            }
        }
    }

    private static <T> List<T> sorted(Stream<T> things, Function<T, Long> time) {
        return things.sorted(Comparator.comparing(time)).toList();
    }

    /** The resource does what it should, and that costs no valid holder a write. */
    private void resource(List<GrantHistory> grants) {
        List<Wrote> accepted = grants.stream()
                .flatMap(grant -> grant.writes().stream())
                .filter(Wrote::accepted)
                .toList();
        inOrder(accepted, Wrote::after, Wrote::fence, accepted, Wrote::before, (before, later) -> {
            if (later.fence() < before.fence()) {
                violated(Rule.RESOURCE_FENCED, later + " came after " + before);
            }
        });
        for (GrantHistory grant : grants) {
            for (Wrote write : grant.writes()) {
                if (!write.accepted() && grant.isValidAfter(write.after())) {
                    violated(Rule.RESOURCE_SERVES, grant + ": " + write);
                }
            }
        }
    }

    private void losses(GrantHistory request) {
        request.knownLostAt().ifPresent(moment -> {
            if (request.isValidAfter(moment)) {
                violated(Rule.LOST_IS_LOST, request + " was lost at " + moment + ", and valid after that");
            }
            if (request.isReleasedAsKept()) {
                violated(Rule.LOSS_TOLD, request + " was lost at " + moment + ", and released as if it were not");
            }
        });
    }

    /** Each process that was there when the faults were over got each lock after that. */
    private void progress() {
        long calm = nemesis.stream()
                .filter(Calm.class::isInstance)
                .mapToLong(event -> ((Calm) event).at())
                .findFirst()
                .orElse(Long.MAX_VALUE);
        Set<String> locks = requests.stream().map(GrantHistory::lock).collect(Collectors.toCollection(TreeSet::new));
        Map<String, Set<String>> missing = new TreeMap<>();
        survivors().forEach(process -> missing.put(process, new TreeSet<>(locks)));
        requests.stream()
                .filter(request -> request.isGranted() && request.asked().at() > calm)
                .forEach(request ->
                        missing.getOrDefault(request.process(), new TreeSet<>()).remove(request.lock()));
        missing.forEach((process, never) -> {
            if (!never.isEmpty()) {
                violated(Rule.PROGRESS, process + " got none of " + never + " after the last fault");
            }
        });
    }

    private Set<String> survivors() {
        Set<String> alive = new TreeSet<>();
        for (StormEvent event : nemesis) {
            if (event instanceof Started start) {
                alive.add(start.process());
            } else if (event instanceof Ended end) {
                alive.remove(end.process());
            }
        }
        return alive;
    }

    /** A process that has left did not leave a thread behind, and nothing failed. */
    private void ends(String process, List<StormEvent> events) {
        Consumer<Failed> failure = event -> violated(Rule.NO_FAILURE, process + ": " + event.what());
        events.stream().filter(Failed.class::isInstance).map(Failed.class::cast).forEach(failure);
        if (events.stream().anyMatch(Left.class::isInstance)) {
            requests.stream()
                    .filter(request -> request.process().equals(process) && !request.isOver())
                    .forEach(request -> violated(Rule.NO_WAITER_LEFT, request.toString()));
        } else if (survivors().contains(process)) {
            violated(Rule.PROGRESS, process + " did not leave in the end");
        }
    }
}
