package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;
import org.peerlock.lab.world.Numbering.Renumbering;

/** The parts that several numberings share. */
final class NumberingSupport {

    /**
     * The series of the sequence numbers of Ricart and Agrawala, of Lamport's clocks, and of
     * versions.
     */
    static final int NUMBERS = 0;

    private NumberingSupport() {}

    /**
     * The id of a request that is over does not matter; a fence affects only later fences.
     */
    static OwnRequest own(OwnRequest own, Renumbering to) {
        long id = own.phase() == Phase.IDLE ? 0 : to.request(own.id());
        return new OwnRequest(own.phase(), id, to.fence(own.fence()));
    }

    /**
     * The next number is computed from the highest. The own number becomes 0 while it does not
     * matter.
     */
    static Numbers numbers(Numbers numbers, boolean ourMatters, Renumbering to) {
        return new Numbers(ourMatters ? chosen(numbers.our(), to) : 0, to.growing(NUMBERS, numbers.highest()));
    }

    /** The number of a request. */
    static long chosen(long number, Renumbering to) {
        return to.fixed(NUMBERS, number);
    }

    /** For each node, the number of one of its requests. */
    static NodeCounters chosen(NodeCounters numbers, Renumbering to) {
        NodeCounters changed = numbers;
        for (int j = 1; j <= numbers.size(); j++) {
            changed = changed.with(j, chosen(numbers.of(j), to));
        }
        return changed;
    }

    static Ticket ticket(Ticket ticket, Renumbering to) {
        return new Ticket(chosen(ticket.number(), to), ticket.node());
    }

    static TicketQueue queue(TicketQueue queue, Renumbering to) {
        TicketQueue changed = TicketQueue.empty();
        for (TicketQueue rest = queue; !rest.isEmpty(); rest = rest.minus(rest.head())) {
            changed = changed.plus(ticket(rest.head(), to));
        }
        return changed;
    }
}
