package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.OwnRequest;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.data.TicketQueue;
import org.peerlock.lab.world.Numbering.Renumbering;

/** What several algorithms have in common. */
final class Common {

    /** The series of the sequence numbers of Ricart and Agrawala, of Lamport's clocks, and of versions. */
    static final int NUMBERS = 0;

    private Common() {}

    /** The id of a request that is over does not matter; a fence decides nothing but later fences. */
    static OwnRequest own(OwnRequest own, Renumbering to) {
        long id = own.phase() == Phase.IDLE ? 0 : to.request(own.id());
        return new OwnRequest(own.phase(), id, to.fence(own.fence()));
    }

    /** The number of the own request does not matter at times: then it is 0, and no other is held against it. */
    static Numbers numbers(Numbers numbers, boolean ourMatters, Renumbering to) {
        long our = ourMatters ? to.number(NUMBERS, numbers.our()) : 0;
        return new Numbers(our, to.number(NUMBERS, numbers.highest()));
    }

    static Ticket ticket(Ticket ticket, Renumbering to) {
        return new Ticket(to.number(NUMBERS, ticket.number()), ticket.node());
    }

    static TicketQueue queue(TicketQueue queue, Renumbering to) {
        TicketQueue changed = TicketQueue.empty();
        for (TicketQueue rest = queue; !rest.isEmpty(); rest = rest.minus(rest.head())) {
            changed = changed.plus(ticket(rest.head(), to));
        }
        return changed;
    }
}
