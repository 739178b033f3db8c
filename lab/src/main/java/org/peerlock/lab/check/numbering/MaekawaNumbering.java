package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.Maekawa.Arbiter;
import org.peerlock.algorithm.permission.Maekawa.Message;
import org.peerlock.algorithm.permission.Maekawa.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link Maekawa}. Numbers are compared with each other, and the next one is the
 * highest plus 1. The own number matters only while the request waits or is inside.
 */
final class MaekawaNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().requesting(), to),
                s.requester(),
                arbiter(s.arbiter(), to));
    }

    private static Arbiter arbiter(Arbiter arbiter, Renumbering to) {
        Ticket lock = arbiter.lock();
        return new Arbiter(
                lock.equals(Arbiter.NOBODY) ? lock : NumberingSupport.ticket(lock, to),
                NumberingSupport.queue(arbiter.queue(), to),
                arbiter.inquired(),
                NumberingSupport.chosen(arbiter.released(), to));
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        long number = NumberingSupport.chosen(message.number(), to);
        if (message instanceof Message.Request) {
            return new Message.Request(number);
        } else if (message instanceof Message.Reply reply) {
            return new Message.Reply(number, to.fence(reply.fence()));
        } else if (message instanceof Message.Failed) {
            return new Message.Failed(number);
        } else if (message instanceof Message.Inquire) {
            return new Message.Inquire(number);
        } else if (message instanceof Message.Yield) {
            return new Message.Yield(number);
        }
        return new Message.Release(number, to.fence(((Message.Release) message).fence()));
    }
}
