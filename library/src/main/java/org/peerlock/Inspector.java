package org.peerlock;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.inspection.ServingOrder;
import org.peerlock.internal.protocol.LockStatus;

/** Makes of what the members have said something that a reader understands. */
final class Inspector {

    private final LockInquiryResult lockInquiryResult;

    private Inspector(LockInquiryResult lockInquiryResult) {
        this.lockInquiryResult = lockInquiryResult;
    }

    /** @param trouble why the registry cannot be used, if so */
    static Inspection tell(LockInquiryResult lockInquiryResult, Optional<String> trouble) {
        return new Inspector(lockInquiryResult).inspection(trouble);
    }

    private Inspection inspection(Optional<String> trouble) {
        Capacity capacity = lockInquiryResult.capacity();
        ServingOrder order = ServingOrder.of(lockInquiryResult.statuses());
        List<Inspection.Holder> holders = holders();
        List<Inspection.Waiter> waiters =
                order.waiting().stream().map(this::waiter).toList();
        List<Peer> silent = lockInquiryResult.members().keySet().stream()
                .filter(member -> !lockInquiryResult.answers().containsKey(member))
                .map(this::peer)
                .toList();
        return new Inspection(
                lockInquiryResult.lock(),
                Optional.ofNullable(capacity),
                capacity == null ? "" : algorithm(capacity),
                holders,
                waiters,
                order.certain() && silent.isEmpty(),
                silent,
                lockInquiryResult.statuses().values().stream()
                        .mapToInt(LockStatus::omitted)
                        .sum(),
                reason(holders, waiters, silent, trouble));
    }

    private String algorithm(Capacity capacity) {
        return lockInquiryResult
                .requester()
                .algorithms()
                .of(lockInquiryResult.lock(), capacity.kind())
                .id();
    }

    private List<Inspection.Holder> holders() {
        return lockInquiryResult.statuses().entrySet().stream()
                .flatMap(one -> one.getValue().holders().stream().map(lockHolder -> holder(one.getKey(), lockHolder)))
                .sorted(comparing(Inspection.Holder::held).reversed())
                .toList();
    }

    private Inspection.Holder holder(Incarnation node, LockStatus.LockHolder lockHolder) {
        return new Inspection.Holder(
                peer(node),
                lockHolder.label(),
                duration(lockHolder.heldNanos()),
                lockHolder.mode(),
                lockHolder.permits(),
                lockHolder.fence());
    }

    private Inspection.Waiter waiter(ServingOrder.Placed placed) {
        LockStatus.LockWaiter lockWaiter = placed.waiting();
        return new Inspection.Waiter(
                peer(placed.node()),
                lockWaiter.label(),
                duration(lockWaiter.waitedNanos()),
                lockWaiter.mode(),
                lockWaiter.permits());
    }

    private static Duration duration(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private Peer peer(Incarnation node) {
        return new Peer(
                node.shortId(),
                lockInquiryResult.members().getOrDefault(node, ""),
                lockInquiryResult.label(node),
                node.equals(lockInquiryResult.requester().me()));
    }

    private String reason(
            List<Inspection.Holder> holders,
            List<Inspection.Waiter> waiters,
            List<Peer> silent,
            Optional<String> trouble) {
        List<Peer> before = waiters.stream()
                .map(Inspection.Waiter::peer)
                .takeWhile(peer -> !peer.here())
                .toList();
        if (before.size() == waiters.size()) {
            return "This process does not wait for it.";
        }
        if (!lockInquiryResult.requester().grants()) {
            return "This process may not let anybody in at the moment: "
                    + trouble.orElse("its lease has ended, or the members of the cluster are about to change") + ".";
        }
        return "This process waits, since " + obstacle(holders, silent)
                + (before.isEmpty() ? "" : ", and " + before.size() + " who wait come before it") + ".";
    }

    private static String obstacle(List<Inspection.Holder> holders, List<Peer> silent) {
        if (!holders.isEmpty()) {
            return holders.get(0).peer() + " has it"
                    + (holders.size() == 1 ? "" : " for longest of " + holders.size() + " holders");
        }
        return silent.isEmpty() ? "it is just being passed on" : silent.get(0) + " does not answer, and may have it";
    }

    // As text

    static String text(Inspection inspection) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("'" + inspection.lock() + "': "
                + inspection.capacity().map(Capacity::inWords).orElse("nobody knows it")
                + (inspection.algorithm().isEmpty() ? "" : ", by " + inspection.algorithm()));
        inspection.holders().forEach(holder -> lines.add("  held by " + holder));
        if (inspection.holders().isEmpty()) {
            lines.add("  held by nobody" + (inspection.unanswered().isEmpty() ? "" : " who has answered"));
        }
        int place = 1;
        for (Inspection.Waiter waiter : inspection.waiters()) {
            lines.add("  " + (inspection.ordered() ? place++ + ". " : "") + "waiting: " + waiter);
        }
        inspection.unanswered().forEach(peer -> lines.add("  no answer from " + peer));
        if (inspection.omitted() > 0) {
            lines.add("  and " + inspection.omitted() + " more");
        }
        return lines.add("  " + inspection.reason()).toString();
    }

    static String text(Inspection.Holder holder) {
        return text(holder.peer(), holder.label(), holder.mode(), holder.permits(), holder.held()) + ", fence "
                + holder.fence();
    }

    static String text(Inspection.Waiter waiter) {
        return text(waiter.peer(), waiter.label(), waiter.mode(), waiter.permits(), waiter.waited());
    }

    private static String text(Peer peer, String who, Mode mode, int permits, Duration since) {
        String use = permits > 1 ? permits + " permits" : mode == Mode.SHARED ? "shared" : "";
        String time = String.format(Locale.ROOT, "for %.3f s", since.toNanos() / 1e9);
        return String.join(
                ", ",
                Stream.of(peer.toString(), who, use, time)
                        .filter(part -> !part.isEmpty())
                        .toList());
    }
}
