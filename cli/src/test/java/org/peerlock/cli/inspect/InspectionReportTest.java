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

class InspectionReportTest {

    private static final Peer SHOP = new Peer("91fa26dd", "127.0.0.1:43229", "shop", false);
    private static final Peer OFFICE = new Peer("4b1beb9d", "127.0.0.1:36743", "", false);
    private static final Inspection.Holder ORDER =
            new Inspection.Holder(SHOP, "order-17", Duration.ofSeconds(12), LockMode.EXCLUSIVE, 1, 934112329695821825L);
    private static final Inspection.Waiter AUDIT =
            new Inspection.Waiter(OFFICE, "audit", Duration.ofMinutes(3), LockMode.EXCLUSIVE, 1);

    private static String told(
            LockKind kind,
            int permits,
            List<Inspection.Holder> holders,
            List<Inspection.Waiter> waiters,
            boolean ordered,
            List<Peer> silent) {
        Inspection seen = new Inspection(
                "till", Optional.of(kind), permits, "lamport", holders, waiters, ordered, silent, 0, "for another");
        return String.join("\n", InspectionReport.output("default", seen).lines()) + "\n";
    }

    @Test
    void whoHoldsItComesFirstAndThenTheQueue() {
        assertThat(told(LockKind.EXCLUSIVE, 1, List.of(ORDER), List.of(AUDIT), true, List.of()))
                .isEqualTo("""
                        'till' in cluster 'default': an exclusive lock, by lamport

                        HELD BY   OF PROCESS  AT               FOR   HOW        FENCE
                        order-17  shop        127.0.0.1:43229  12 s  exclusive  934112329695821825

                            WAITING  OF PROCESS     AT               FOR    HOW
                        1.  audit    node 4b1beb9d  127.0.0.1:36743  3 min  exclusive

                        They wait, since order-17 of shop has it.
                        """);
    }

    @Test
    void aNameCannotControlTheTerminal() {
        Inspection seen = new Inspection(
                "till\u001b[2J\n\u009b", Optional.empty(), 0, "", List.of(), List.of(), true, List.of(), 0, "");
        assertThat(InspectionReport.output("default", seen).lines())
                .containsExactly(
                        "Nobody in cluster 'default' knows a lock 'till?[2J??': nobody has wanted it for a while.");
    }

    @Test
    void whoDoesNotAnswerMayHoldIt() {
        assertThat(told(LockKind.READ_WRITE, 1, List.of(), List.of(AUDIT), false, List.of(SHOP)))
                .isEqualTo("""
                        'till' in cluster 'default': a read-write lock, by lamport

                        Nobody who has answered holds it.

                          WAITING  OF PROCESS     AT               FOR    HOW
                          audit    node 4b1beb9d  127.0.0.1:36743  3 min  exclusive

                        In which order they will be served is not known.
                        They wait, since shop does not answer, and may have it.
                        No answer from node 91fa26dd (shop, 127.0.0.1:43229): it may hold the lock, or wait for it.
                        """);
    }

    @Test
    void permitsAreCounted() {
        Inspection.Holder two = new Inspection.Holder(SHOP, "two", Duration.ZERO, LockMode.SHARED, 2, 7);
        assertThat(told(LockKind.SEMAPHORE, 5, List.of(two), List.of(), true, List.of()))
                .isEqualTo("""
                        'till' in cluster 'default': a semaphore of 5 permits, by lamport

                        HELD BY  OF PROCESS  AT               FOR  HOW             FENCE
                        two      shop        127.0.0.1:43229  0    2 of 5 permits  7
                        Nobody waits for it.
                        """);
    }

    @Test
    void whatIsJustBeingPassedOnIsNobodys() {
        assertThat(told(LockKind.EXCLUSIVE, 1, List.of(), List.of(AUDIT), true, List.of()))
                .contains("Nobody holds it.", "They wait, since it is just being passed on: look again.");
    }
}
