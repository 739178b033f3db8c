package org.peerlock.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Calm;
import org.peerlock.bench.storm.StormEvent.Checked;
import org.peerlock.bench.storm.StormEvent.Ended;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.GaveUp;
import org.peerlock.bench.storm.StormEvent.Granted;
import org.peerlock.bench.storm.StormEvent.Left;
import org.peerlock.bench.storm.StormEvent.Released;
import org.peerlock.bench.storm.StormEvent.Started;
import org.peerlock.bench.storm.StormEvent.Told;
import org.peerlock.bench.storm.StormEvent.Use;
import org.peerlock.bench.storm.StormEvent.Wrote;
import org.peerlock.bench.storm.Violation.Rule;

/** The judge on made-up records of two processes, a and b, both of which are killed in the end. */
class JudgeTest {

    private final Map<String, List<StormEvent>> processes = new HashMap<>();
    private final List<StormEvent> nemesis = new ArrayList<>();

    JudgeTest() {
        for (String process : List.of("a", "b")) {
            nemesis.add(new Started(process, 0));
            nemesis.add(new Ended(process, 1_000_000));
        }
    }

    private void record(String process, StormEvent... events) {
        processes.computeIfAbsent(process, any -> new ArrayList<>()).addAll(List.of(events));
    }

    private void grant(String process, long request, long fence, long before, long after) {
        grant(process, request, Use.EXCLUSIVE, 1, 1, fence, before, after);
    }

    private void grant(
            String process, long request, Use use, int weight, int capacity, long fence, long before, long after) {
        record(process, new Asked(request, use, "lock", weight, capacity, before));
        record(process, new Granted(request, fence, before, after));
    }

    private List<Rule> violated() {
        return Judge.judge(processes, nemesis).violations().stream()
                .map(Violation::rule)
                .toList();
    }

    @Test
    void holdersThatFollowEachOtherAreFine() {
        grant("a", 1, 10, 100, 110);
        record("a", new Checked(1, true, 120, 130), new Released(1, true, 200, 210));
        grant("b", 1, 11, 105, 201); // b was told before a's release returned
        record("b", new Checked(1, true, 220, 230), new Released(1, true, 300, 310));
        assertThat(violated()).isEmpty();
    }

    @Test
    void twoValidHoldersAreAViolation() {
        grant("a", 1, 10, 100, 110);
        record("a", new Checked(1, true, 250, 260));
        grant("b", 1, 11, 150, 200);
        record("b", new Checked(1, true, 210, 220));
        assertThat(violated()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void aReleaseWithoutALossIsAClaimToHaveHeldTheLockUntilThen() {
        grant("a", 1, 10, 100, 110);
        record("a", new Released(1, true, 250, 260));
        grant("b", 1, 11, 150, 200);
        record("b", new Checked(1, true, 210, 220));
        assertThat(violated()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void aHolderThatKnowsOfItsLossClaimsNothing() {
        grant("a", 1, 10, 100, 110);
        record("a", new Checked(1, true, 140, 150), new Checked(1, false, 250, 260), new Released(1, false, 270, 280));
        grant("b", 1, 11, 150, 200);
        record("b", new Checked(1, true, 210, 220));
        assertThat(violated()).isEmpty();
    }

    @Test
    void readersMayBeTogetherButNotWithAWriter() {
        grant("a", 1, Use.READ, 1, 1000, 10, 100, 110);
        record("a", new Checked(1, true, 300, 310));
        grant("b", 1, Use.READ, 1, 1000, 10, 100, 110);
        record("b", new Checked(1, true, 300, 310));
        assertThat(violated()).isEmpty();
        grant("b", 2, Use.WRITE, 1000, 1000, 11, 150, 200);
        record("b", new Checked(2, true, 210, 220));
        assertThat(violated()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void permitsMustNotExceedTheSemaphore() {
        grant("a", 1, Use.PERMITS, 2, 3, 10, 100, 110);
        record("a", new Checked(1, true, 300, 310));
        grant("b", 1, Use.PERMITS, 1, 3, 10, 100, 120);
        record("b", new Checked(1, true, 300, 310));
        assertThat(violated()).isEmpty();
        grant("b", 2, Use.PERMITS, 1, 3, 10, 100, 130);
        record("b", new Checked(2, true, 300, 310));
        assertThat(violated()).containsExactly(Rule.EXCLUSION);
    }

    @Test
    void fencesMustGrow() {
        grant("a", 1, 10, 100, 110);
        record("a", new Released(1, true, 120, 130));
        grant("b", 1, 9, 140, 150);
        record("b", new Released(1, true, 160, 170));
        assertThat(violated()).containsExactly(Rule.FENCES_GROW);
    }

    @Test
    void noTwoHoldersHaveTheSameFence() {
        grant("a", 1, 10, 100, 110);
        record("a", new Released(1, true, 120, 130));
        grant("b", 1, 10, 105, 150);
        record("b", new Released(1, true, 160, 170));
        assertThat(violated()).containsExactly(Rule.FENCES_GROW);
    }

    @Test
    void grantsWhoseTimesOverlapMayHaveComeInEitherOrder() {
        grant("a", 1, 10, 100, 140);
        record("a", new Released(1, true, 145, 150));
        grant("b", 1, 9, 100, 110);
        record("b", new Released(1, true, 120, 130));
        assertThat(violated()).isEmpty();
    }

    @Test
    void aReaderHasAtLeastTheFenceOfEveryWriterBefore() {
        grant("a", 1, Use.WRITE, 1000, 1000, 10, 100, 110);
        record("a", new Released(1, true, 120, 130));
        grant("b", 1, Use.READ, 1, 1000, 10, 140, 150);
        record("b", new Released(1, true, 160, 170));
        assertThat(violated()).isEmpty();
        grant("b", 2, Use.READ, 1, 1000, 9, 240, 250);
        record("b", new Released(2, true, 260, 270));
        assertThat(violated()).containsExactly(Rule.FENCES_GROW);
    }

    @Test
    void theResourceMustNotAcceptAnOlderFence() {
        grant("a", 1, 10, 100, 110);
        record("a", new Wrote(1, 10, true, 300, 310));
        grant("b", 1, 11, 150, 200);
        record("b", new Wrote(1, 11, true, 210, 220));
        assertThat(violated()).containsExactly(Rule.RESOURCE_FENCED);
    }

    @Test
    void theResourceMayRefuseOneThatHasLostTheLock() {
        grant("a", 1, 10, 100, 110);
        record("a", new Checked(1, true, 120, 130), new Wrote(1, 10, false, 300, 310), new Checked(1, false, 320, 330));
        assertThat(violated()).isEmpty();
    }

    @Test
    void theResourceMustNotRefuseAValidHolder() {
        grant("a", 1, 10, 100, 110);
        record("a", new Wrote(1, 10, false, 300, 310), new Checked(1, true, 320, 330));
        assertThat(violated()).containsExactly(Rule.RESOURCE_SERVES);
    }

    @Test
    void aLostGrantStaysLost() {
        grant("a", 1, 10, 100, 110);
        record("a", new Told(1, "EVICTED", 120), new Checked(1, true, 130, 140));
        assertThat(violated()).containsExactly(Rule.LOST_IS_LOST);
    }

    @Test
    void aHolderThatReleasesALostGrantIsTold() {
        grant("a", 1, 10, 100, 110);
        record("a", new Checked(1, false, 120, 140), new Released(1, true, 130, 150));
        assertThat(violated()).containsExactly(Rule.LOSS_TOLD);
    }

    @Test
    void aSurvivorMustGetEachLockAfterTheLastFault() {
        nemesis.add(new Started("c", 400));
        nemesis.add(new Calm(500));
        record("c", new Asked(1, Use.EXCLUSIVE, "lock", 1, 1, 600), new Granted(1, 10, 600, 610));
        record("c", new Released(1, true, 620, 630), new Left(700));
        assertThat(violated()).isEmpty();
        record("a", new Asked(1, Use.EXCLUSIVE, "other", 1, 1, 450));
        assertThat(violated()).containsExactly(Rule.PROGRESS);
    }

    @Test
    void aSurvivorMustLeaveInTheEnd() {
        nemesis.add(new Started("c", 400));
        nemesis.add(new Calm(500));
        record("c", new Asked(1, Use.EXCLUSIVE, "lock", 1, 1, 600), new Granted(1, 10, 600, 610));
        assertThat(violated()).containsExactly(Rule.PROGRESS);
    }

    @Test
    void aProcessThatLeftHasNoThreadThatWaits() {
        record("a", new Asked(1, Use.EXCLUSIVE, "lock", 1, 1, 100), new GaveUp(1, 110), new Left(200));
        assertThat(violated()).isEmpty();
        record("a", new Asked(2, Use.EXCLUSIVE, "lock", 1, 1, 100));
        assertThat(violated()).containsExactly(Rule.NO_WAITER_LEFT);
    }

    @Test
    void aKilledProcessMayHaveThreadsThatWait() {
        record("a", new Asked(1, Use.EXCLUSIVE, "lock", 1, 1, 100));
        assertThat(violated()).isEmpty();
    }

    @Test
    void aFailureOfAProcessOrOfTheNemesisIsAViolation() {
        record("a", new Failed("NullPointerException", 100));
        nemesis.add(new Failed("b exited by itself", 200));
        assertThat(violated()).containsExactly(Rule.NO_FAILURE, Rule.NO_FAILURE);
    }

    @Test
    void aGrantOfALockThatAnotherProcessHadLastIsCounted() {
        grant("a", 1, 10, 100, 110);
        record("a", new Released(1, true, 120, 130));
        grant("a", 2, 11, 140, 150);
        record("a", new Released(2, true, 200, 210));
        grant("b", 1, 12, 160, 230);
        record("b", new Released(1, true, 240, 250));
        grant("a", 3, 13, 260, 270);
        Verdict verdict = Judge.judge(processes, nemesis);
        assertThat(verdict.fromOthers()).isEqualTo(3);
        assertThat(verdict.timeLine().handOvers())
                .as("b waited, and a asked only after the release")
                .containsExactly(30L);
    }
}
