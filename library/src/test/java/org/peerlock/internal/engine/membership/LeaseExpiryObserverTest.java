package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.LEASE;
import static org.peerlock.internal.engine.membership.SampleStates.apply;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.joined;
import static org.peerlock.internal.engine.membership.SampleStates.renewed;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.settings.Timing;

class LeaseExpiryObserverTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long SILENCE = TIMING.expiryWaitNanos();
    /** The clock may begin anywhere, and may overflow. */
    private static final long START = Long.MAX_VALUE - SILENCE / 3;

    private final LeaseExpiryObserver leaseExpiry = observer(TIMING, START);
    private final ClusterState clusterState = joined(1, 2);

    private static LeaseExpiryObserver observer(Timing timing, long now) {
        return new LeaseExpiryObserver(id(9), timing, new Pledges(id(9), timing, 0), now);
    }

    /** The observer reaches the registry, which holds this. */
    private void observe(long time, ClusterState content) {
        leaseExpiry.observe(START + time, content);
        leaseExpiry.onRegistryContact(START + time);
    }

    @Test
    void aNodeThatDoesNotRenewIsSilentAfterTheWholeTimeAndNotEarlier() {
        observe(5, clusterState);
        observe(SILENCE / 2, clusterState);
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE + 4)).isFalse();
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE + 5)).isTrue();
    }

    @Test
    void aNodeThatRenewsIsNotSilent() {
        observe(0, clusterState);
        ClusterState later = renewed(clusterState, 1);
        observe(SILENCE / 3, later);
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE)).isFalse();
        assertThat(leaseExpiry.isExpired(id(2), START + SILENCE)).isTrue();
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE + SILENCE / 3)).isTrue();
    }

    @Test
    void aNodeThatWasNeverSeenIsNeverSilent() {
        observe(0, clusterState);
        assertThat(leaseExpiry.isExpired(id(3), START + 10 * SILENCE)).isFalse();
        assertThat(leaseExpiry.isRenewing(id(3), START)).isFalse();
    }

    @Test
    void aNodeThatIsNoLongerRegisteredIsForgotten() {
        observe(0, clusterState);
        observe(1, apply(clusterState, new RegistryCommand.Leave(id(1))));
        assertThat(leaseExpiry.isExpired(id(1), START + 2 * SILENCE)).isFalse();
        assertThat(leaseExpiry.isExpired(id(2), START + SILENCE)).isTrue();
    }

    @Test
    void aNodeThatIsCertainlyDeadIsSilentAtOnceAndNoOther() {
        observe(0, clusterState);
        leaseExpiry.onProvenDeaths(dead(1));
        assertThat(leaseExpiry.isExpired(id(1), START)).isTrue();
        assertThat(leaseExpiry.isExpired(id(2), START)).isFalse();
    }

    @Test
    void aNodeThatIsCertainlyDeadStaysDeadWhateverStampIsSeenLater() {
        observe(0, clusterState);
        leaseExpiry.onProvenDeaths(dead(1));
        ClusterState later = renewed(clusterState, 1);
        observe(1, later);
        assertThat(leaseExpiry.isExpired(id(1), START + 1)).isTrue();
        observe(SILENCE, later); // after a time in which the registry could not be reached
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE)).isTrue();
    }

    @Test
    void aDeathMayBeKnownBeforeTheCellIs() {
        leaseExpiry.onProvenDeaths(dead(1));
        assertThat(leaseExpiry.isExpired(id(1), START)).isFalse();
        observe(0, clusterState);
        assertThat(leaseExpiry.isExpired(id(1), START)).isTrue();
    }

    @Test
    void theDeadAreForgottenWithTheirRecord() {
        observe(0, clusterState);
        leaseExpiry.onProvenDeaths(dead(1));
        observe(1, apply(clusterState, new RegistryCommand.Leave(id(1))));
        assertThat(leaseExpiry.isExpired(id(1), START + 1)).isFalse();
    }

    private static SortedSet<Incarnation> dead(int number) {
        return new TreeSet<>(List.of(id(number)));
    }

    @Test
    void anObserverThatCouldNotReachTheCellCountsFromAnew() {
        observe(0, clusterState);
        long back = SILENCE / 2 + 1;
        observe(back, clusterState);
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE)).isFalse();
        assertThat(leaseExpiry.isExpired(id(1), START + back + SILENCE - 1)).isFalse();
        assertThat(leaseExpiry.isExpired(id(1), START + back + SILENCE)).isTrue();
    }

    @Test
    void aShorterGapDoesNotMatter() {
        observe(0, clusterState);
        observe(SILENCE / 2, clusterState);
        observe(SILENCE / 2 * 2, clusterState);
        assertThat(leaseExpiry.isExpired(id(1), START + SILENCE)).isTrue();
    }

    @Test
    void theObserverIsBlindAfterHalfOfTheLongerOfBothWaits() {
        assertLongestGap(with(TIMING.leaseNanos() / 6), clusterState, SILENCE / 2);
        assertLongestGap(TIMING, clusterState, SILENCE / 2);
        Timing longer = with(100 * TIMING.leaseNanos());
        assertLongestGap(longer, clusterState, longer.expiryWaitNanos() / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 6_000, 600_000})
    void eachNodeIsWaitedForAsLongAsItsOwnLeaseDemands(long observerLeaseMillis) {
        LeaseTerms brief = new LeaseTerms(1_000, 10_000);
        LeaseTerms inaccurate = new LeaseTerms(1_000, 100_000);
        ClusterState content = withNode(withNode(joined(), 1, brief), 2, inaccurate);
        content = withNode(content, 3, LEASE);
        LeaseExpiryObserver observer = observer(with(observerLeaseMillis * 1_000_000), START);
        observer.observe(START, content);
        assertExpires(observer, id(1), Timing.of(brief).expiryWaitNanos());
        assertExpires(observer, id(2), Timing.of(inaccurate).expiryWaitNanos());
        assertExpires(observer, id(3), SILENCE);
    }

    private static ClusterState withNode(ClusterState before, int number, LeaseTerms lease) {
        return apply(
                before,
                new RegistryCommand.Join(id(number), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, lease, 0));
    }

    private static void assertExpires(LeaseExpiryObserver observer, Incarnation id, long wait) {
        assertThat(observer.isExpired(id, START + wait - 1)).isFalse();
        assertThat(observer.remainingNanos(id, START + wait - 1)).isOne();
        assertThat(observer.isExpired(id, START + wait)).isTrue();
        assertThat(observer.remainingNanos(id, START + wait)).isZero();
    }

    @Test
    void theGreaterDriftOfBothClocksCounts() {
        LeaseExpiryObserver observer = observer(new Timing(TIMING.leaseNanos(), 100_000), START);
        observer.observe(START, clusterState);
        assertExpires(observer, id(1), new Timing(TIMING.leaseNanos(), 100_000).expiryWaitNanos());
    }

    @Test
    void aLeaseThatNoNodeOfThisVersionCanHaveNeverExpires() {
        ClusterState content = withNode(joined(), 1, new LeaseTerms(Timing.LONGEST_LEASE_MILLIS + 1, 10_000));
        observe(0, content);
        assertThat(leaseExpiry.isExpired(id(1), START + Long.MAX_VALUE - 1)).isFalse();
    }

    private static Timing with(long leaseNanos) {
        return new Timing(leaseNanos, TIMING.driftPpm());
    }

    /** An observer counts on if it has not reached the registry for so long, and from anew after any longer time. */
    private static void assertLongestGap(Timing own, ClusterState content, long gap) {
        assertThat(countsOnAfter(gap, own, content)).as("after the longest gap").isTrue();
        assertThat(countsOnAfter(gap + 1, own, content))
                .as("after a longer gap")
                .isFalse();
    }

    private static boolean countsOnAfter(long gap, Timing own, ClusterState content) {
        LeaseExpiryObserver observer = observer(own, START);
        observer.observe(START, content);
        observer.onRegistryContact(START);
        observer.observe(START + gap, content);
        long wait = own.expiryWaitNanosFor(LEASE).orElseThrow();
        return observer.isExpired(id(1), START + Math.max(gap, wait));
    }

    @Test
    void anObserverThatReadsTheRegistryButCannotWriteItDoesNotCount() {
        observe(0, clusterState);
        for (long time = 0; time < 5 * SILENCE; time += SILENCE / 6) {
            leaseExpiry.observe(START + time, clusterState);
        }
        assertThat(leaseExpiry.isExpired(id(1), START + 5 * SILENCE)).isFalse();
    }

    @Test
    void aNodeIsLivelyForHalfOfTheWaitAfterItsRenewalWasSeen() {
        observe(0, clusterState);
        observe(7, renewed(clusterState, 1));
        assertThat(leaseExpiry.isRenewing(id(1), START + 7 + SILENCE / 2 - 1)).isTrue();
        assertThat(leaseExpiry.isRenewing(id(1), START + 7 + SILENCE / 2)).isFalse();
    }

    @Test
    void aNodeThatHasJustJoinedIsAlive() {
        observe(0, clusterState);
        observe(
                1,
                apply(
                        clusterState,
                        new RegistryCommand.Join(
                                id(3), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0)));
        assertThat(leaseExpiry.isRenewing(id(3), START + 1)).isTrue();
        assertThat(leaseExpiry.isRenewing(id(1), START + 1)).isFalse();
    }

    @Test
    void aStampThatMayBeOldDoesNotMakeANodeLively() {
        observe(0, clusterState);
        assertThat(leaseExpiry.isRenewing(id(1), START)).isFalse();
        ClusterState later = renewed(clusterState, 1);
        long back = SILENCE / 2 + 1;
        observe(back, later);
        assertThat(leaseExpiry.isRenewing(id(1), START + back)).isFalse();
        observe(back + 1, renewed(later, 1));
        assertThat(leaseExpiry.isRenewing(id(1), START + back + 1)).isTrue();
    }
}
