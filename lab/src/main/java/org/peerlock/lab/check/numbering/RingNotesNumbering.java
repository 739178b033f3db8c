package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RingNotes.Message;
import org.peerlock.algorithm.permission.RingNotes.State;
import org.peerlock.lab.world.Numbering;

/**
 * Of {@link RingNotes}. Tickets are compared with each other, and the next number is the highest plus 1. The own one is looked
 * at until the request is over, for even that of a withdrawn one comes back and must be known.
 */
final class RingNotesNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().phase() != Phase.IDLE, to),
                s.back(),
                s.outstanding(),
                s.deferred());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Request request) {
            return new Message.Request(
                    NumberingSupport.ticket(request.ticket(), to), request.deferredBy(), to.fence(request.fence()));
        }
        return new Message.Reply(to.fence(((Message.Reply) message).fence()));
    }
}
