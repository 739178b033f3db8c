package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DemoLedgerTest {

    private final DemoLedger demoLedger = new DemoLedger();

    @BeforeEach
    void twoNodesRun() {
        for (int node = 1; node <= 2; node++) {
            demoLedger.processStarted(node, 100 + node);
            demoLedger.receive(node, "joined");
        }
    }

    private String ask(int node, String line) {
        return demoLedger.receive(node, line).orElseThrow();
    }

    private void enter(int node, long fence) {
        String[] value = ask(node, "reads " + fence).split(" ", -1);
        assertThat(value[0]).isEqualTo("value");
        assertThat(ask(node, "writes " + fence + " " + (Long.parseLong(value[1]) + 1)))
                .isEqualTo("written");
    }

    private DemoResult outcome() {
        return new DemoResult(demoLedger.snapshot(), 1, List.of(), demoLedger.problems());
    }

    @Test
    void whoComesOneAfterTheOtherIsCountedExactly() {
        enter(1, 5);
        enter(2, 6);
        enter(1, 9);
        assertThat(demoLedger.snapshot().counter()).isEqualTo(3);
        assertThat(demoLedger.snapshot().entriesOf(1)).isEqualTo(2);
        assertThat(demoLedger.snapshot().entriesOf(2)).isEqualTo(1);
        assertThat(demoLedger.snapshot().fences()).isEqualTo(3);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void ofTwoWithTheSameFenceOneLosesItsCountAndThatIsSeen() {
        ask(1, "reads 5");
        ask(2, "reads 5");
        ask(1, "writes 5 1");
        ask(2, "writes 5 1");
        assertThat(outcome().problems())
                .containsExactly(
                        "node 2 came with fence 0.5, with which another had come before",
                        "the counter is 1 after 2 entries");
    }

    @Test
    void aLateWriteIsRefusedAndDoesNoHarm() {
        ask(1, "reads 5");
        enter(2, 6);
        assertThat(demoLedger.snapshot().nodes().get(0).lock()).isEqualTo(NodeStatus.LockState.LOST);
        assertThat(ask(1, "writes 5 1")).isEqualTo("refused");
        demoLedger.receive(1, "was-refused 5 false");
        demoLedger.receive(1, "lost the lease is over");
        assertThat(demoLedger.snapshot().refused()).isEqualTo(1);
        assertThat(demoLedger.snapshot().lost()).isEqualTo(1);
        assertThat(demoLedger.snapshot().counter()).isEqualTo(1);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void whoIsRefusedAlthoughItHoldsTheLockIsAProblem() {
        enter(2, 6);
        assertThat(ask(1, "reads 5")).isEqualTo("refused");
        demoLedger.receive(1, "was-refused 5 true");
        assertThat(outcome().problems())
                .containsExactly("node 1 was refused with fence 0.5, although it still held the lock");
    }

    @Test
    void aHolderThatIsKilledBeforeItsWriteArrivesCountsNothing() {
        enter(1, 5);
        ask(1, "reads 6");
        demoLedger.setState(1, NodeState.KILLED);
        demoLedger.processEnded(1, 101, () -> "");
        enter(2, 7);
        assertThat(demoLedger.snapshot().counter()).isEqualTo(2);
        assertThat(demoLedger.snapshot().entries()).isEqualTo(2);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void aHolderThatIsKilledAfterItsWriteHasArrivedCounts() {
        ask(1, "reads 5");
        demoLedger.setState(1, NodeState.KILLED);
        ask(1, "writes 5 1"); // it was under way
        enter(2, 6);
        assertThat(demoLedger.snapshot().counter()).isEqualTo(2);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void whoIsTrappedIsNotAnsweredAndTheNextOneIs() {
        CompletableFuture<CriticalSectionEntry> trapped = demoLedger.holdNextEntry();
        assertThat(demoLedger.receive(1, "reads 5")).isEmpty();
        assertThat(trapped.join().node()).isEqualTo(1);
        assertThat(trapped.join().answer()).isEqualTo("value 0");
        CompletableFuture<CriticalSectionEntry> next = demoLedger.nextEntry();
        enter(2, 6);
        assertThat(next.join().node()).isEqualTo(2);
    }

    @Test
    void aProcessThatEndsByItselfIsAProblemWithItsLastWords() throws InterruptedException {
        CompletableFuture<CriticalSectionEntry> next = demoLedger.nextEntry();
        demoLedger.processEnded(2, 102, () -> "no memory");
        assertThat(demoLedger.problems()).containsExactly("the process of node 2 has ended by itself: no memory");
        assertThat(next).isCancelled();
        assertThat(demoLedger.await(demoSnapshot -> false, Duration.ofDays(1))).isFalse();
    }

    @Test
    void messagesOfAFormerProcessStillCount() {
        demoLedger.receive(1, "waits 7 40");
        demoLedger.setState(1, NodeState.KILLED);
        demoLedger.processStarted(1, 103);
        demoLedger.receive(1, "joined");
        demoLedger.receive(1, "waits 8 2");
        demoLedger.receive(2, "waits 8 10");
        assertThat(demoLedger.snapshot().messages()).isEqualTo(52);
        assertThat(demoLedger.snapshot().epoch()).isEqualTo(8);
    }

    @Test
    void whoHasHadTheLockAndIsStartedAgainIsBack() {
        enter(1, 5);
        demoLedger.setState(1, NodeState.KILLED);
        demoLedger.processStarted(1, 103);
        assertThat(demoLedger.snapshot().nodes().get(0).state()).isEqualTo(NodeState.STARTING);
        demoLedger.receive(1, "joined");
        assertThat(demoLedger.snapshot().nodes().get(0).state()).isEqualTo(NodeState.BACK);
        assertThat(demoLedger.snapshot().nodes().get(0).process()).isEqualTo(103);
        assertThat(demoLedger.snapshot().entriesOf(1)).isEqualTo(1);
    }
}
