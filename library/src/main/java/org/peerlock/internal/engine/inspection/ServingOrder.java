package org.peerlock.internal.engine.inspection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.LockStatus;

/**
 * In which order all who wait for a lock will be served, put together from what each node knows.
 *
 * <p>Who is let in by the node that has the lock comes first. Then the nodes have their turns: in the order of the numbers of
 * their requests; or, where there are none, along the queues that they know: from the node that has the lock to those that it
 * knows to come next, and from each of them to those that it knows. Of whom nobody knows where it stands comes last in its turn,
 * and among those the one that has waited longest first.
 *
 * @param waiting all, the first one first
 * @param certain whether the order is decided by what the nodes know, as far as each node's next turn goes; if some have not
 *     answered or change their mind, or the members change, another one may come of it all the same
 */
public record ServingOrder(List<Placed> waiting, boolean certain) {

    private static final int NOWHERE = Integer.MAX_VALUE;

    public ServingOrder {
        waiting = List.copyOf(waiting);
    }

    /** Somebody who waits, and where. */
    public record Placed(Incarnation node, LockStatus.LockWaiter waiting) {}

    /** One with what it is sorted by: the number, or the place in the queue, or nothing. */
    private record Ranked(Placed placed, long rank, int index) {

        boolean known() {
            return rank != NOWHERE;
        }
    }

    private static final Comparator<Ranked> ORDER = Comparator.comparingInt(
                    (Ranked one) -> one.placed.waiting().turn())
            .thenComparingLong(Ranked::rank)
            .thenComparingLong(one -> one.known() ? 0 : -one.placed.waiting().waitedNanos())
            .thenComparing(one -> one.placed.node())
            .thenComparingInt(Ranked::index);

    /** From how the lock stands at each node. */
    public static ServingOrder of(SortedMap<Incarnation, LockStatus> standings) {
        List<Incarnation> queue = queue(standings);
        List<Ranked> all = new ArrayList<>();
        standings.forEach((node, lockStatus) -> {
            int position = queue.indexOf(node);
            int index = 0;
            for (LockStatus.LockWaiter one : lockStatus.waiters()) {
                long rank = one.number().orElse(position < 0 ? NOWHERE : position);
                all.add(new Ranked(new Placed(node, one), rank, index++));
            }
        });
        all.sort(ORDER);
        return new ServingOrder(all.stream().map(Ranked::placed).toList(), certain(all));
    }

    /** Whether at most one node has its next turn at an unknown place. */
    private static boolean certain(List<Ranked> all) {
        return all.stream()
                        .filter(one -> one.placed.waiting().turn() == 1 && !one.known())
                        .map(one -> one.placed.node())
                        .distinct()
                        .count()
                <= 1;
    }

    /** The nodes in the order of the queues: from those on that nobody else knows to come after him. */
    private static List<Incarnation> queue(SortedMap<Incarnation, LockStatus> standings) {
        SortedMap<Incarnation, List<Incarnation>> queues = new TreeMap<>();
        SortedSet<Incarnation> later = new TreeSet<>();
        standings.forEach((node, lockStatus) -> {
            queues.put(node, lockStatus.queue());
            lockStatus.queue().stream().filter(next -> !next.equals(node)).forEach(next -> later.add(next));
        });
        List<Incarnation> order = new ArrayList<>();
        SortedSet<Incarnation> seen = new TreeSet<>();
        standings.entrySet().stream()
                .filter(one -> !later.contains(one.getKey()))
                .sorted(Comparator.comparing((Map.Entry<Incarnation, LockStatus> one) ->
                        !one.getValue().inside()))
                .forEach(one -> follow(one.getKey(), queues, seen, order));
        return order;
    }

    private static void follow(
            Incarnation node,
            SortedMap<Incarnation, List<Incarnation>> queues,
            SortedSet<Incarnation> seen,
            List<Incarnation> order) {
        if (!seen.add(node)) {
            return; // what they have said is not of one moment
        }
        for (Incarnation next : queues.getOrDefault(node, List.of())) {
            if (next.equals(node) || queues.getOrDefault(next, List.of()).isEmpty()) {
                order.add(next); // it waits itself, or knows of nobody else
            } else {
                follow(next, queues, seen, order);
            }
        }
    }
}
