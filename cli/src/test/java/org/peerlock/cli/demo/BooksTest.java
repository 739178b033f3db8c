package org.peerlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BooksTest {

    private final Books books = new Books();

    @BeforeEach
    void twoNodesRun() {
        for (int node = 1; node <= 2; node++) {
            books.started(node, 100 + node);
            books.hear(node, "joined");
        }
    }

    private String ask(int node, String line) {
        return books.hear(node, line).orElseThrow();
    }

    private void enter(int node, long fence) {
        String[] value = ask(node, "reads " + fence).split(" ", -1);
        assertThat(value[0]).isEqualTo("value");
        assertThat(ask(node, "writes " + fence + " " + (Long.parseLong(value[1]) + 1)))
                .isEqualTo("written");
    }

    private Outcome outcome() {
        return new Outcome(books.board(), 1, List.of(), books.problems());
    }

    @Test
    void whoComesOneAfterTheOtherIsCountedExactly() {
        enter(1, 5);
        enter(2, 6);
        enter(1, 9);
        assertThat(books.board().counter()).isEqualTo(3);
        assertThat(books.board().entriesOf(1)).isEqualTo(2);
        assertThat(books.board().entriesOf(2)).isEqualTo(1);
        assertThat(books.board().fences()).isEqualTo(3);
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
        assertThat(books.board().rows().get(0).lock()).isEqualTo(Row.Stand.LOST);
        assertThat(ask(1, "writes 5 1")).isEqualTo("refused");
        books.hear(1, "was-refused 5 false");
        books.hear(1, "lost the lease is over");
        assertThat(books.board().refused()).isEqualTo(1);
        assertThat(books.board().lost()).isEqualTo(1);
        assertThat(books.board().counter()).isEqualTo(1);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void whoIsRefusedAlthoughItHoldsTheLockIsAProblem() {
        enter(2, 6);
        assertThat(ask(1, "reads 5")).isEqualTo("refused");
        books.hear(1, "was-refused 5 true");
        assertThat(outcome().problems())
                .containsExactly("node 1 was refused with fence 0.5, although it still held the lock");
    }

    @Test
    void aHolderThatIsKilledBeforeItsWriteArrivesCountsNothing() {
        enter(1, 5);
        ask(1, "reads 6");
        books.is(1, NodeState.KILLED);
        books.ended(1, 101, () -> "");
        enter(2, 7);
        assertThat(books.board().counter()).isEqualTo(2);
        assertThat(books.board().entries()).isEqualTo(2);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void aHolderThatIsKilledAfterItsWriteHasArrivedCounts() {
        ask(1, "reads 5");
        books.is(1, NodeState.KILLED);
        ask(1, "writes 5 1"); // it was under way
        enter(2, 6);
        assertThat(books.board().counter()).isEqualTo(2);
        assertThat(outcome().isGood()).isTrue();
    }

    @Test
    void whoIsTrappedIsNotAnsweredAndTheNextOneIs() {
        CompletableFuture<Entry> trapped = books.trapNext();
        assertThat(books.hear(1, "reads 5")).isEmpty();
        assertThat(trapped.join().node()).isEqualTo(1);
        assertThat(trapped.join().answer()).isEqualTo("value 0");
        CompletableFuture<Entry> next = books.next();
        enter(2, 6);
        assertThat(next.join().node()).isEqualTo(2);
    }

    @Test
    void aProcessThatEndsByItselfIsAProblemWithItsLastWords() throws InterruptedException {
        CompletableFuture<Entry> next = books.next();
        books.ended(2, 102, () -> "no memory");
        assertThat(books.problems()).containsExactly("the process of node 2 has ended by itself: no memory");
        assertThat(next).isCancelled();
        assertThat(books.await(board -> false, Duration.ofDays(1))).isFalse();
    }

    @Test
    void messagesOfAFormerProcessStillCount() {
        books.hear(1, "waits 7 40");
        books.is(1, NodeState.KILLED);
        books.started(1, 103);
        books.hear(1, "joined");
        books.hear(1, "waits 8 2");
        books.hear(2, "waits 8 10");
        assertThat(books.board().messages()).isEqualTo(52);
        assertThat(books.board().epoch()).isEqualTo(8);
    }

    @Test
    void whoHasHadTheLockAndIsStartedAgainIsBack() {
        enter(1, 5);
        books.is(1, NodeState.KILLED);
        books.started(1, 103);
        assertThat(books.board().rows().get(0).state()).isEqualTo(NodeState.STARTING);
        books.hear(1, "joined");
        assertThat(books.board().rows().get(0).state()).isEqualTo(NodeState.BACK);
        assertThat(books.board().rows().get(0).process()).isEqualTo(103);
        assertThat(books.board().entriesOf(1)).isEqualTo(1);
    }
}
