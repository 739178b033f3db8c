package org.peerlock.internal.engine.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.locks.LockTable;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.UsageMeter;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;

/** Whom a question reaches, which replies count, and when it ends. */
class InquiriesTest {

    private static final Incarnation ME = new Incarnation(1, 1);
    private static final Incarnation TWO = new Incarnation(1, 2);
    private static final Incarnation THREE = new Incarnation(1, 3);

    private final SentMessages effects = new SentMessages();
    private final GrantGates gates = new GrantGates();
    private final NodeSettings settings = new NodeSettings(
            "cluster",
            AlgorithmSelection.of(Catalogue.find("naimi-trehel").orElseThrow()),
            new Timing(6_000_000_000L, 0),
            "nowhere",
            1,
            100);
    private final LockTable lockTable = new LockTable(
            new EngineContext(settings, new InputTime(0, 0), gates, effects, new EngineCounters(), new Random(1)));
    private final Inquiries inquiries = new Inquiries(ME, settings, gates, lockTable, effects);

    private final List<LockInquiryResult> results = new ArrayList<>();
    private final List<List<NodeOverview.KnownLock>> sums = new ArrayList<>();

    private static NodeOverview.MemberStatus member(Incarnation id) {
        return new NodeOverview.MemberStatus(
                id, "address of " + id.shortId(), "label of " + id.shortId(), "", 1, 1, id.equals(ME));
    }

    private Inquiry<?> ask(Inquiry<?> inquiry) {
        inquiries.begin(
                inquiry, Stream.of(ME, TWO, THREE).map(InquiriesTest::member).toList());
        return inquiry;
    }

    private Inquiry<?> askForLock() {
        return ask(new LockInquiry("lock", results::add));
    }

    /** Replies to the question with this number. */
    private void reply(Incarnation by, long number, @Nullable LockStatus status) {
        inquiries.receive(by, new Packet.LockReply(number, "now " + by.shortId(), status));
    }

    private static LockStatus status(Capacity capacity, boolean inside) {
        return new LockStatus(capacity, "", inside, List.of(), List.of(), List.of(), 0);
    }

    private LockInquiryResult result() {
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    @Test
    void aQuestionIsSentToAllOtherMembers() {
        askForLock();
        assertThat(effects.taken())
                .containsExactly(
                        new SentMessages.Posted(TWO, new Packet.LockQuery(1, "lock")),
                        new SentMessages.Posted(THREE, new Packet.LockQuery(1, "lock")));
    }

    @Test
    void aQuestionEndsWhenAllHaveReplied() {
        askForLock();
        reply(TWO, 1, null);
        assertThat(results).isEmpty();
        reply(THREE, 1, null);
        assertThat(result().answers()).containsOnlyKeys(ME, TWO, THREE);
        assertThat(result().members())
                .containsEntry(ME, settings.address())
                .containsEntry(TWO, member(TWO).address());
    }

    @Test
    void aQuestionEndsEarlyWithTheRepliesSoFarAndIsToldOnce() {
        Inquiry<?> inquiry = askForLock();
        reply(THREE, 1, null);
        inquiries.conclude(inquiry);
        reply(TWO, 1, null);
        inquiries.conclude(inquiry);
        assertThat(result().answers()).containsOnlyKeys(ME, THREE);
    }

    @Test
    void aReplyToAnotherQuestionDoesNotCount() {
        askForLock();
        askForLock();
        reply(TWO, 1, null);
        reply(THREE, 2, null);
        inquiries.receive(TWO, new Packet.UsageReply(2, List.of()));
        assertThat(results).isEmpty();
        reply(TWO, 2, null);
        assertThat(results).hasSize(1);
    }

    @Test
    void theReplyOfANodeThatWasNotAskedDoesNotCount() {
        askForLock();
        Incarnation stranger = new Incarnation(1, 4);
        reply(stranger, 1, null);
        reply(TWO, 1, null);
        assertThat(results).isEmpty();
        reply(THREE, 1, null);
        assertThat(result().answers()).doesNotContainKey(stranger);
    }

    @Test
    void theFirstReplyOfANodeCounts() {
        askForLock();
        reply(TWO, 1, status(Capacity.mutex(), true));
        reply(TWO, 1, null);
        reply(THREE, 1, null);
        assertThat(result().statuses()).containsOnlyKeys(TWO);
    }

    @Test
    void theResultSaysWhetherThisNodeCanGrant() {
        inquiries.conclude(askForLock());
        gates.renew(1_000, 0);
        gates.open(1);
        inquiries.conclude(askForLock());
        assertThat(results).extracting(result -> result.requester().grants()).containsExactly(false, true);
        assertThat(results).extracting(result -> result.requester().me()).containsOnly(ME);
    }

    // Results

    @Test
    void theKindOfALockIsThatOfTheMemberThatHasIt() {
        askForLock();
        reply(TWO, 1, status(Capacity.readWrite(), false));
        reply(THREE, 1, status(Capacity.mutex(), true));
        assertThat(result().capacity()).isEqualTo(Capacity.mutex());
    }

    @Test
    void aLockThatNoMemberKnowsHasNoKind() {
        askForLock();
        reply(TWO, 1, null);
        reply(THREE, 1, null);
        assertThat(result().capacity()).isNull();
    }

    @Test
    void aMemberIsCalledAsItSaysElseAsThisNodeKnowsIt() {
        Inquiry<?> inquiry = askForLock();
        reply(THREE, 1, null);
        inquiries.conclude(inquiry);
        assertThat(result().label(THREE)).isEqualTo("now " + THREE.shortId());
        assertThat(result().label(TWO)).isEqualTo(member(TWO).label());
        assertThat(result().label(new Incarnation(1, 4))).isEmpty();
    }

    @Test
    void theUseOfALockIsAddedUpOverAllMembers() {
        ask(new UsageInquiry(sums::add));
        inquiries.receive(TWO, new Packet.UsageReply(1, List.of(used("both", 3, 1), used("one", 2, 0))));
        inquiries.receive(THREE, new Packet.UsageReply(1, List.of(used("both", 4, 2))));
        assertThat(sums).containsExactly(List.of(used("both", 7, 3), used("one", 2, 0)));
    }

    private static NodeOverview.KnownLock used(String lock, long times, int here) {
        UsageMeter.UsageCounts counts = new UsageMeter.UsageCounts(times, 0, 0, 0, times, 0, 0);
        return new NodeOverview.KnownLock(lock, Capacity.mutex(), here, 10 * here, counts);
    }

    // Replies

    @Test
    void aNodeRepliesWithWhatItKnowsOfTheLock() {
        lockTable.open(
                new View(1, List.of(ME), List.of()),
                settings.algorithms(),
                ME,
                new HolderMap(new TreeMap<>()),
                (lock, capacity, algorithm, to, message) -> {});
        lockTable.lock("lock", Capacity.mutex());
        assertThat(inquiries.reply(new Packet.LockQuery(7, "lock")))
                .isEqualTo(new Packet.LockReply(7, settings.label(), status(Capacity.mutex(), false)));
        assertThat(inquiries.reply(new Packet.LockQuery(8, "another")))
                .isEqualTo(new Packet.LockReply(8, settings.label(), null));
        assertThat(inquiries.reply(new Packet.UsageQuery(9))).isEqualTo(new Packet.UsageReply(9, lockTable.busiest()));
    }
}
