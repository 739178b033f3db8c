package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.MaekawaSimple;
import org.peerlock.algorithm.permission.MaekawaSimple.Arbiter;
import org.peerlock.algorithm.permission.MaekawaSimple.Message;
import org.peerlock.algorithm.permission.MaekawaSimple.State;
import org.peerlock.lab.world.Numbering;

/** The numbering of {@link MaekawaSimple}, for the same reasons as {@link MaekawaNumbering}. */
final class MaekawaSimpleNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                NumberingSupport.own(s.own(), to),
                NumberingSupport.numbers(s.numbers(), s.own().requesting(), to),
                s.granted(),
                arbiter(s.arbiter(), to));
    }

    private static Arbiter arbiter(Arbiter arbiter, Renumbering to) {
        Ticket lock = arbiter.lock();
        return new Arbiter(
                lock.equals(Arbiter.NOBODY) ? lock : NumberingSupport.ticket(lock, to),
                NumberingSupport.queue(arbiter.queue(), to),
                NumberingSupport.chosen(arbiter.released(), to));
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        long number = NumberingSupport.chosen(message.number(), to);
        if (message instanceof Message.Request) {
            return new Message.Request(number);
        } else if (message instanceof Message.Reply reply) {
            return new Message.Reply(number, to.fence(reply.fence()));
        }
        return new Message.Release(number, to.fence(((Message.Release) message).fence()));
    }
}
