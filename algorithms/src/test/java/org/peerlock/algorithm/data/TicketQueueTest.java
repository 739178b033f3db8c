package org.peerlock.algorithm.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicketQueueTest {

    private static TicketQueue queue(Ticket... tickets) {
        TicketQueue queue = TicketQueue.empty();
        for (Ticket ticket : tickets) {
            queue = queue.plus(ticket);
        }
        return queue;
    }

    @Test
    void theLeastTicketIsFirstInWhateverOrderTheyCome() {
        Ticket old = new Ticket(1, 3);
        Ticket young = new Ticket(2, 1);
        Ticket youngToo = new Ticket(2, 2);
        TicketQueue queue = queue(youngToo, old, young);
        assertThat(queue.head()).isEqualTo(old);
        assertThat(queue).hasToString("[1@3 2@1 2@2]").isEqualTo(queue(old, young, youngToo));
        assertThat(queue).hasSameHashCodeAs(queue(old, young, youngToo));
        assertThat(queue).isNotEqualTo(queue(old, young));
        assertThat(queue.minus(old).head()).isEqualTo(young);
    }

    @Test
    void whatIsNotInItCanBeTakenOutOfIt() {
        TicketQueue queue = queue(new Ticket(1, 1));
        assertThat(queue.minus(new Ticket(1, 2))).isEqualTo(queue);
        assertThat(queue.minus(new Ticket(1, 1)).isEmpty()).isTrue();
        assertThat(queue.isEmpty()).isFalse();
    }
}
