package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.apply;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.ids;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

class PeerProbesTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long RESEND_INTERVAL = TIMING.resendIntervalNanos();
    private static final long UNREACHABLE_TIMEOUT = 2 * TIMING.expiryWaitNanos();

    private final SentMessages sentMessages = new SentMessages();
    private final PeerProbes peerProbes = new PeerProbes(TIMING, 0);

    private SortedSet<Incarnation> unreachable(long time) {
        return peerProbes.unreachable(time, SampleStates.joined(1, 2).members());
    }

    private void answer(long time, Incarnation from) {
        peerProbes.onReply(time, from, new Packet.ProbeReply(time, "label of " + from.low(), "1.0"));
    }

    /** Asks 1 and 2 again and again; 2 always answers, 1 when it says so. Returns the time of the last question. */
    private long ask(long from, long until, LongPredicate firstAnswers) {
        long time = from;
        for (; time <= until; time += RESEND_INTERVAL) {
            peerProbes.probe(time, ids(1, 2), false, sentMessages);
            answer(time, id(2));
            if (firstAnswers.test(time)) {
                answer(time, id(1));
            }
        }
        return time - RESEND_INTERVAL;
    }

    @Test
    void nodesThatDoNotAnswerAreAskedAgainAndAgainButNotAllTheTime() {
        peerProbes.probe(0, ids(1, 2), false, sentMessages);
        assertThat(sentMessages.taken())
                .containsExactly(
                        new SentMessages.Posted(id(1), new Packet.Probe(0)),
                        new SentMessages.Posted(id(2), new Packet.Probe(0)));
        peerProbes.probe(RESEND_INTERVAL - 1, ids(1, 2), false, sentMessages);
        assertThat(sentMessages.taken()).isEmpty();
        peerProbes.probe(RESEND_INTERVAL, ids(1, 2), false, sentMessages);
        assertThat(sentMessages.taken()).hasSize(2);
    }

    @Test
    void aNodeThatAnswersIsAskedOnceInARenewalInterval() {
        ask(0, 0, time -> false);
        sentMessages.taken();
        peerProbes.probe(RESEND_INTERVAL, ids(1, 2), false, sentMessages);
        assertThat(sentMessages.taken())
                .containsExactly(new SentMessages.Posted(id(1), new Packet.Probe(RESEND_INTERVAL)));
        peerProbes.probe(TIMING.renewalIntervalNanos() - 1, ids(2), false, sentMessages);
        assertThat(sentMessages.taken()).isEmpty();
        peerProbes.probe(TIMING.renewalIntervalNanos(), ids(2), false, sentMessages);
        assertThat(sentMessages.taken())
                .containsExactly(new SentMessages.Posted(id(2), new Packet.Probe(TIMING.renewalIntervalNanos())));
    }

    @Test
    void aNodeThatAnsweredOnceIsAskedMoreOftenWhenItDoesNotAnswerAnyMore() {
        ask(0, 0, time -> true);
        long next = TIMING.renewalIntervalNanos();
        peerProbes.probe(next, ids(1), false, sentMessages);
        sentMessages.taken();
        peerProbes.probe(next + RESEND_INTERVAL, ids(1), false, sentMessages);
        assertThat(sentMessages.taken())
                .containsExactly(new SentMessages.Posted(id(1), new Packet.Probe(next + RESEND_INTERVAL)));
    }

    @Test
    void aNewNodeIsAskedAtOnce() {
        peerProbes.probe(0, ids(1), false, sentMessages);
        sentMessages.taken();
        peerProbes.probe(1, ids(1, 2), false, sentMessages);
        assertThat(sentMessages.taken()).containsExactly(new SentMessages.Posted(id(2), new Packet.Probe(1)));
    }

    @Test
    void aNodeIsKnownByTheLabelThatItAnsweredWithUntilItIsGone() {
        peerProbes.probe(0, ids(1), false, sentMessages);
        assertThat(peerProbes.label(id(1))).isEmpty();
        answer(1, id(1));
        assertThat(peerProbes.label(id(1))).isEqualTo("label of 1");
        assertThat(peerProbes.version(id(1))).isEqualTo("1.0");
        peerProbes.probe(2, ids(2), false, sentMessages);
        assertThat(peerProbes.label(id(1))).isEmpty();
    }

    @Test
    void aNodeThatNeverAnswersIsAccusedAfterAWhile() {
        ask(0, UNREACHABLE_TIMEOUT, time -> false);
        assertThat(unreachable(UNREACHABLE_TIMEOUT - 1)).isEmpty();
        assertThat(unreachable(UNREACHABLE_TIMEOUT)).isEqualTo(ids(1));
        assertThat(peerProbes.isReachable(id(1), UNREACHABLE_TIMEOUT)).isFalse();
        assertThat(peerProbes.isReachable(id(2), UNREACHABLE_TIMEOUT)).isTrue();
    }

    /** Otherwise a member that has stopped would be reported before it can be evicted. */
    @Test
    void theLongerOneOfBothLeasesDecidesWhenANodeIsAccused() {
        SortedMap<Incarnation, MemberRecord> registered = apply(
                        SampleStates.joined(),
                        new RegistryCommand.Join(
                                id(1),
                                Endpoint.plain("nowhere"),
                                ProtocolRange.OF_LIBRARY,
                                new LeaseTerms(60_000, 10_000),
                                0))
                .members();
        long longer = 2 * new Timing(60_000_000_000L, 10_000).expiryWaitNanos();
        ask(0, longer, time -> false);
        assertThat(peerProbes.unreachable(longer - 1, registered)).isEmpty();
        assertThat(peerProbes.unreachable(longer, registered)).isEqualTo(ids(1));
    }

    @Test
    void aNodeThatIsNotRegisteredIsNotAccused() {
        ask(0, UNREACHABLE_TIMEOUT, time -> false);
        assertThat(peerProbes.unreachable(
                        UNREACHABLE_TIMEOUT, SampleStates.joined(2).members()))
                .isEmpty();
    }

    @Test
    void anAnswerEndsTheAccusation() {
        long last = ask(0, UNREACHABLE_TIMEOUT + RESEND_INTERVAL, time -> false);
        assertThat(unreachable(last)).isEqualTo(ids(1));
        answer(last, id(1));
        assertThat(unreachable(last)).isEmpty();
        assertThat(peerProbes.isReachable(id(1), last)).isTrue();
    }

    @Test
    void aNodeThatHasAnsweredCountsAsReachedForHalfALease() {
        ask(0, 0, time -> true);
        assertThat(peerProbes.isReachable(id(1), TIMING.leaseNanos() / 2 - 1)).isTrue();
        assertThat(peerProbes.isReachable(id(1), TIMING.leaseNanos() / 2)).isFalse();
    }

    @Test
    void aNodeThatHasOnlyBeenAskedDoesNotCountAsReached() {
        peerProbes.probe(0, ids(1), false, sentMessages);
        assertThat(peerProbes.isReachable(id(1), 0)).isFalse();
    }

    @Test
    void aNodeThatWasPausedAccusesNoOtherOfIt() {
        long last = ask(0, UNREACHABLE_TIMEOUT / 2, time -> true);
        long back = last + 2 * UNREACHABLE_TIMEOUT;
        peerProbes.probe(back, ids(1, 2), false, sentMessages);
        assertThat(unreachable(back)).isEmpty();
        ask(back + RESEND_INTERVAL, back + UNREACHABLE_TIMEOUT, time -> false);
        assertThat(unreachable(back + UNREACHABLE_TIMEOUT)).isEqualTo(ids(1));
    }

    @Test
    void answersOfNodesThatWereNotAskedDoNotCount() {
        peerProbes.probe(0, ids(1), false, sentMessages);
        answer(0, id(3));
        assertThat(peerProbes.isReachable(id(3), 0)).isFalse();
    }

    @Test
    void aNodeThatIsGoneIsForgotten() {
        ask(0, UNREACHABLE_TIMEOUT, time -> false);
        long later = UNREACHABLE_TIMEOUT + RESEND_INTERVAL;
        peerProbes.probe(later, ids(2), false, sentMessages);
        assertThat(unreachable(later)).isEmpty();
        peerProbes.probe(later + RESEND_INTERVAL, ids(1, 2), false, sentMessages);
        assertThat(unreachable(later + RESEND_INTERVAL)).isEmpty();
        assertThat(peerProbes.isReachable(id(1), later + RESEND_INTERVAL)).isFalse();
    }
}
