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
 * The order in which all waiting requests for a lock will be served, put together from what each
 * node knows.
 *
 * <p>First come the requests that the node with the lock will serve itself. Then the nodes have
 * their turns: in the order of their request numbers; or, if the algorithm has none, along the
 * queues: from the node with the lock to its successors, and from each of them to theirs. Requests
 * whose position is unknown come last in their turn, the longest wait first.
 *
 * @param waiting all waiting requests, the first one first
 * @param certain whether the nodes' knowledge determines the order, at least as far as each node's
 *     next turn. Missing replies, withdrawn requests and a change of members may still change it
 */
public record ServingOrder(List<Placed> waiting, boolean certain) {

    private static final int NOWHERE = Integer.MAX_VALUE;

    public ServingOrder {
        waiting = List.copyOf(waiting);
    }

    /** A waiting request, and its node. */
    public record Placed(Incarnation node, LockStatus.LockWaiter waiting) {}

    /** A request with its sort key: the number, the position in the queue, or none. */
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

    /** Computes the order from the lock's status at each node. */
    public static ServingOrder of(SortedMap<Incarnation, LockStatus> statuses) {
        List<Incarnation> queue = queue(statuses);
        List<Ranked> all = new ArrayList<>();
        statuses.forEach((node, lockStatus) -> {
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

    /** The nodes in the order of the queues, beginning with those that are nobody's successor. */
    private static List<Incarnation> queue(SortedMap<Incarnation, LockStatus> statuses) {
        SortedMap<Incarnation, List<Incarnation>> queues = new TreeMap<>();
        SortedSet<Incarnation> later = new TreeSet<>();
        statuses.forEach((node, lockStatus) -> {
            queues.put(node, lockStatus.queue());
            lockStatus.queue().stream().filter(next -> !next.equals(node)).forEach(next -> later.add(next));
        });
        List<Incarnation> order = new ArrayList<>();
        SortedSet<Incarnation> seen = new TreeSet<>();
        statuses.entrySet().stream()
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
            return; // a cycle: the replies are not of one moment
        }
        for (Incarnation next : queues.getOrDefault(node, List.of())) {
            if (next.equals(node) || queues.getOrDefault(next, List.of()).isEmpty()) {
                order.add(next); // it waits itself, or knows no successor
            } else {
                follow(next, queues, seen, order);
            }
        }
    }
}
