package org.peerlock;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.inspection.ServingOrder;
import org.peerlock.internal.protocol.LockStatus;

/** Puts the replies of the members together into an {@link Inspection}. */
final class Inspector {

    private final LockInquiryResult result;

    private Inspector(LockInquiryResult result) {
        this.result = result;
    }

    /** @param problem why the registry cannot be used, if so */
    static Inspection inspection(LockInquiryResult result, Optional<String> problem) {
        return new Inspector(result).inspection(problem);
    }

    private Inspection inspection(Optional<String> problem) {
        Capacity capacity = result.capacity();
        ServingOrder order = ServingOrder.of(result.statuses());
        List<Inspection.Holder> holders = holders();
        List<Inspection.Waiter> waiters =
                order.waiting().stream().map(this::waiter).toList();
        List<Peer> unanswered = result.members().keySet().stream()
                .filter(member -> !result.answers().containsKey(member))
                .map(this::peer)
                .toList();
        return new Inspection(
                result.lock(),
                Optional.ofNullable(capacity).map(LockKind::of),
                capacity == null ? 0 : LockKind.permitsOf(capacity),
                capacity == null ? "" : result.algorithm(capacity),
                holders,
                waiters,
                order.certain() && unanswered.isEmpty(),
                unanswered,
                result.statuses().values().stream()
                        .mapToInt(LockStatus::omitted)
                        .sum(),
                reason(holders, waiters, unanswered, problem));
    }

    private List<Inspection.Holder> holders() {
        return result.statuses().entrySet().stream()
                .flatMap(one -> one.getValue().holders().stream().map(lockHolder -> holder(one.getKey(), lockHolder)))
                .sorted(comparing(Inspection.Holder::held).reversed())
                .toList();
    }

    private Inspection.Holder holder(Incarnation node, LockStatus.LockHolder lockHolder) {
        return new Inspection.Holder(
                peer(node),
                lockHolder.label(),
                duration(lockHolder.heldNanos()),
                LockMode.of(lockHolder.mode()),
                lockHolder.permits(),
                lockHolder.fence());
    }

    private Inspection.Waiter waiter(ServingOrder.Placed placed) {
        LockStatus.LockWaiter lockWaiter = placed.waiting();
        return new Inspection.Waiter(
                peer(placed.node()),
                lockWaiter.label(),
                duration(lockWaiter.waitedNanos()),
                LockMode.of(lockWaiter.mode()),
                lockWaiter.permits());
    }

    private static Duration duration(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private Peer peer(Incarnation node) {
        return new Peer(
                node.shortId(),
                result.members().getOrDefault(node, ""),
                result.label(node),
                node.equals(result.requester().me()));
    }

    private String reason(
            List<Inspection.Holder> holders,
            List<Inspection.Waiter> waiters,
            List<Peer> unanswered,
            Optional<String> problem) {
        List<Peer> before = waiters.stream()
                .map(Inspection.Waiter::peer)
                .takeWhile(peer -> !peer.here())
                .toList();
        if (before.size() == waiters.size()) {
            return "This process is not waiting for it.";
        }
        if (!result.requester().grants()) {
            return "This process cannot grant locks at the moment: "
                    + problem.orElse("its lease has expired, or the membership is changing") + ".";
        }
        return "This process is waiting, because " + obstacle(holders, unanswered) + earlier(before.size()) + ".";
    }

    private static String earlier(int requests) {
        return requests == 0
                ? ""
                : requests == 1
                        ? ", and 1 other request comes first"
                        : ", and " + requests + " other requests come first";
    }

    private static String obstacle(List<Inspection.Holder> holders, List<Peer> unanswered) {
        if (!holders.isEmpty()) {
            return holders.get(0).peer() + " holds it"
                    + (holders.size() == 1 ? "" : ", the longest of " + holders.size() + " holders");
        }
        return unanswered.isEmpty()
                ? "the lock is on its way from one holder to the next"
                : unanswered.get(0) + " does not reply, and may hold it";
    }
}
