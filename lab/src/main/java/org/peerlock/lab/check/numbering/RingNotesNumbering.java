package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.permission.RingNotes;
import org.peerlock.algorithm.permission.RingNotes.Message;
import org.peerlock.algorithm.permission.RingNotes.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RingNotes}. Tickets are compared with each other, and the next number is
 * the highest plus 1. The own number matters until the request is over, because even a withdrawn
 * one comes back and must be recognised.
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
