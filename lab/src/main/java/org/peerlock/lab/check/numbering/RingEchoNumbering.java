package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.permission.RingEcho;
import org.peerlock.algorithm.permission.RingEcho.Message;
import org.peerlock.algorithm.permission.RingEcho.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RingEcho}. Tickets are compared with each other, and the next number is
 * the highest plus 1. The own number matters only while the request waits or is inside.
 */
final class RingEchoNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().requesting(), to),
                NumberingSupport.queue(s.held(), to));
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        Message.Request request = (Message.Request) message;
        return new Message.Request(NumberingSupport.ticket(request.ticket(), to), to.fence(request.fence()));
    }
}
