package org.peerlock;

import java.time.Duration;
import java.util.List;
import org.peerlock.brain.Overview;
import org.peerlock.brain.word.Usage;

/** Makes of what the brain shows what the application is shown. */
final class Overviews {

    private Overviews() {}

    /** Those of the current view. */
    static List<Peer> members(Overview overview) {
        return overview.members().stream()
                .filter(member -> member.epoch() > 0)
                .map(Overviews::peer)
                .toList();
    }

    static List<Member> registered(Overview overview) {
        return overview.members().stream()
                .map(member -> new Member(
                        peer(member), member.version(), Duration.ofNanos(member.leaseNanos()), member.epoch()))
                .toList();
    }

    private static Peer peer(Overview.Neighbour member) {
        return new Peer(member.id().shortly(), member.address(), member.label(), member.here());
    }

    /** The one that was had most often first. */
    static List<LockUse> locks(List<Overview.Known> known) {
        return known.stream()
                .sorted(Overview.Known.BUSIEST_FIRST)
                .map(Overviews::use)
                .toList();
    }

    private static LockUse use(Overview.Known known) {
        Usage.Counts usage = known.usage();
        return new LockUse(
                known.lock(),
                known.capacity(),
                known.held(),
                known.waiting(),
                usage.acquisitions(),
                mean(usage.waitedNanos(), usage.acquisitions()),
                Duration.ofNanos(usage.longestWaitNanos()),
                mean(usage.heldNanos(), usage.releases()),
                Duration.ofNanos(usage.longestHoldNanos()));
    }

    private static Duration mean(long nanos, long count) {
        return Duration.ofNanos(nanos / Math.max(1, count));
    }

    static Statistics statistics(Overview overview, long bytesSent) {
        Overview.Totals totals = overview.totals();
        return new Statistics(
                members(overview).size(),
                overview.epoch(),
                Duration.ofNanos(overview.leaseNanos()),
                overview.locks().size(),
                overview.locks().stream().mapToInt(Overview.Known::held).sum(),
                overview.locks().stream().mapToInt(Overview.Known::waiting).sum(),
                totals.usage().acquisitions(),
                totals.handOffs(),
                totals.lost(),
                totals.views(),
                totals.messagesSent(),
                totals.messagesReceived(),
                bytesSent);
    }
}
