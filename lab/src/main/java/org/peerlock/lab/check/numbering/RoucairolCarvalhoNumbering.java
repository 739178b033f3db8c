package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.algorithm.permission.RoucairolCarvalho.Message;
import org.peerlock.algorithm.permission.RoucairolCarvalho.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RoucairolCarvalho}. Numbers are compared with each other, and the next
 * one is the highest plus 1. The own number matters only until all replies have arrived: a node
 * that is inside defers every REQUEST.
 */
final class RoucairolCarvalhoNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().hasAsked(), to),
                s.permissions(),
                s.awaiting(),
                s.deferred());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Request request) {
            return new Message.Request(NumberingSupport.chosen(request.number(), to));
        }
        return new Message.Reply(to.fence(((Message.Reply) message).fence()));
    }
}
