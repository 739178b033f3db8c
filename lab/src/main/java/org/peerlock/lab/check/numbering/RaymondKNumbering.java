package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.permission.RaymondK;
import org.peerlock.algorithm.permission.RaymondK.Message;
import org.peerlock.algorithm.permission.RaymondK.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RaymondK}. Numbers are compared with each other, and the next one is the
 * highest plus 1. The own number matters only while the request waits. Counts of REQUESTs are not
 * numbers of this kind: they are compared with 0.
 */
final class RaymondKNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().phase() == Phase.WAITING, to),
                s.outstanding(),
                s.deferred());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Request request) {
            return new Message.Request(NumberingSupport.chosen(request.number(), to));
        }
        Message.Reply reply = (Message.Reply) message;
        return new Message.Reply(reply.count(), to.fence(reply.fence()));
    }
}
