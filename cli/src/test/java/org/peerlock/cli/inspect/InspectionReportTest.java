package org.peerlock.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerlock.Inspection;
import org.peerlock.LockKind;
import org.peerlock.LockMode;
import org.peerlock.Peer;
import org.peerlock.cli.terminal.TextFit;

class InspectionReportTest {

    private static final Peer SHOP = new Peer("91fa26dd", "127.0.0.1:43229", "shop", false);
    private static final Peer OFFICE = new Peer("4b1beb9d", "127.0.0.1:36743", "", false);
    private static final Inspection.Holder ORDER =
            new Inspection.Holder(SHOP, "order-17", Duration.ofSeconds(12), LockMode.EXCLUSIVE, 1, 934112329695821825L);
    private static final Inspection.Waiter AUDIT =
            new Inspection.Waiter(OFFICE, "audit", Duration.ofMinutes(3), LockMode.EXCLUSIVE, 1);

    private static String report(
            LockKind kind,
            int permits,
            List<Inspection.Holder> holders,
            List<Inspection.Waiter> waiters,
            boolean ordered,
            List<Peer> unanswered) {
        Inspection inspection = new Inspection(
                "till", Optional.of(kind), permits, "lamport", holders, waiters, ordered, unanswered, 0, "for another");
        return String.join(
                        "\n",
                        InspectionReport.output("default", inspection, TextFit.UNLIMITED)
                                .lines()) + "\n";
    }

    @Test
    void theHoldersComeFirstAndThenTheQueue() {
        assertThat(report(LockKind.EXCLUSIVE, 1, List.of(ORDER), List.of(AUDIT), true, List.of()))
                .isEqualTo("""
                        'till' in cluster 'default': an exclusive lock, by lamport

                        HELD BY   PROCESS  FOR   HOW        FENCE
                        order-17  shop     12 s  exclusive  934112329695821825

                            WAITING  PROCESS        FOR    HOW
                        1.  audit    node 4b1beb9d  3 min  exclusive

                        They wait because order-17 (shop) holds it.
                        """);
    }

    @Test
    void longNamesAreShortenedInTheMiddleToFit80Columns() {
        Peer longPeer =
                new Peer("91fa26dd", "127.0.0.1:43229", "com.example.orders.OrderServiceApplication, pid 4711", false);
        String longLabel = "worker-thread-of-the-nightly-import-of-all-orders-number-17";
        Inspection inspection = new Inspection(
                "imports/" + "very-long-name-".repeat(60) + "end",
                Optional.of(LockKind.EXCLUSIVE),
                1,
                "naimi-trehel",
                List.of(new Inspection.Holder(
                        longPeer, longLabel, Duration.ofMinutes(119), LockMode.EXCLUSIVE, 1, 934112329695821825L)),
                List.of(new Inspection.Waiter(longPeer, longLabel, Duration.ofMinutes(119), LockMode.EXCLUSIVE, 1)),
                true,
                List.of(longPeer),
                0,
                "");
        List<String> lines = InspectionReport.output("default", inspection, 80).lines();
        assertThat(lines).allMatch(line -> line.length() <= 80, "at most 80 columns");
        assertThat(lines)
                .contains("HELD BY              PROCESS              FOR      HOW        FENCE")
                .contains("worker-th…number-17  com.examp… pid 4711  119 min  exclusive  934112329695821825");
    }

    @Test
    void aNameCannotControlTheTerminal() {
        Inspection inspection = new Inspection(
                "till\u001b[2J\n\u009b", Optional.empty(), 0, "", List.of(), List.of(), true, List.of(), 0, "");
        assertThat(InspectionReport.output("default", inspection, TextFit.UNLIMITED)
                        .lines())
                .containsExactly("No process of cluster 'default' has used a lock 'till?[2J??' recently.");
    }

    @Test
    void aProcessThatDoesNotAnswerMayHoldTheLock() {
        assertThat(report(LockKind.READ_WRITE, 1, List.of(), List.of(AUDIT), false, List.of(SHOP)))
                .isEqualTo("""
                        'till' in cluster 'default': a read-write lock, by lamport

                        Held by nobody of those who answered.

                          WAITING  PROCESS        FOR    HOW
                          audit    node 4b1beb9d  3 min  exclusive

                        The order in which they will acquire it is not known.
                        They wait because shop does not answer, and may hold it.
                        No answer from node 91fa26dd (shop, 127.0.0.1:43229): it may hold the lock, or wait for it.
                        """);
    }

    @Test
    void permitsAreCounted() {
        Inspection.Holder two = new Inspection.Holder(SHOP, "two", Duration.ZERO, LockMode.SHARED, 2, 7);
        assertThat(report(LockKind.SEMAPHORE, 5, List.of(two), List.of(), true, List.of()))
                .isEqualTo("""
                        'till' in cluster 'default': a semaphore of 5 permits, by lamport

                        HELD BY  PROCESS  FOR  HOW             FENCE
                        two      shop     0    2 of 5 permits  7
                        Nobody is waiting.
                        """);
    }

    @Test
    void aLockThatIsBeingHandedOverHasNoHolder() {
        assertThat(report(LockKind.EXCLUSIVE, 1, List.of(), List.of(AUDIT), true, List.of()))
                .contains(
                        "Held by nobody.",
                        "They wait because the lock is being handed over at this moment; look again.");
    }
}
