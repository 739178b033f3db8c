package org.peerlock;

import java.time.Duration;
import java.util.List;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.protocol.NodeOverview;

/** Turns an overview of the engine into the types of the API. */
final class OverviewMapping {

    private OverviewMapping() {}

    /** The members of the current view. */
    static List<Peer> members(NodeOverview nodeOverview) {
        return nodeOverview.members().stream()
                .filter(member -> member.epoch() > 0)
                .map(OverviewMapping::peer)
                .toList();
    }

    static List<Member> registered(NodeOverview nodeOverview) {
        return nodeOverview.members().stream()
                .map(member -> new Member(
                        peer(member), member.version(), Duration.ofNanos(member.leaseNanos()), member.epoch()))
                .toList();
    }

    private static Peer peer(NodeOverview.MemberStatus member) {
        return new Peer(member.id().shortId(), member.address(), member.label(), member.here());
    }

    /** The lock that was acquired most often first. */
    static List<LockUse> locks(List<NodeOverview.KnownLock> known) {
        return known.stream()
                .sorted(NodeOverview.KnownLock.BUSIEST_FIRST)
                .map(OverviewMapping::use)
                .toList();
    }

    private static LockUse use(NodeOverview.KnownLock knownLock) {
        UsageMeter.UsageCounts usage = knownLock.usage();
        return new LockUse(
                knownLock.lock(),
                LockKind.of(knownLock.capacity()),
                LockKind.permitsOf(knownLock.capacity()),
                knownLock.held(),
                knownLock.waiting(),
                usage.acquisitions(),
                mean(usage.waitedNanos(), usage.acquisitions()),
                Duration.ofNanos(usage.longestWaitNanos()),
                mean(usage.heldNanos(), usage.releases()),
                Duration.ofNanos(usage.longestHoldNanos()));
    }

    private static Duration mean(long nanos, long count) {
        return Duration.ofNanos(nanos / Math.max(1, count));
    }

    static Statistics statistics(NodeOverview nodeOverview, long bytesSent) {
        NodeOverview.Totals totals = nodeOverview.totals();
        return new Statistics(
                members(nodeOverview).size(),
                nodeOverview.epoch(),
                Duration.ofNanos(nodeOverview.leaseNanos()),
                nodeOverview.locks().size(),
                nodeOverview.locks().stream()
                        .mapToInt(NodeOverview.KnownLock::held)
                        .sum(),
                nodeOverview.locks().stream()
                        .mapToInt(NodeOverview.KnownLock::waiting)
                        .sum(),
                totals.usage().acquisitions(),
                totals.handOffs(),
                totals.lost(),
                totals.views(),
                totals.messagesSent(),
                totals.messagesReceived(),
                bytesSent);
    }
}
