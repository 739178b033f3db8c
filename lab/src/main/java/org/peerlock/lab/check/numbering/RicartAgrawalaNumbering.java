package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RicartAgrawala} and of its modifications with the same state.
 *
 * <p>Numbers are compared with each other, and the next one is the highest plus an increment, so a
 * shift of all numbers changes nothing. Number and mode of the own request matter only while it
 * waits or is inside.
 */
final class RicartAgrawalaNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        boolean requesting = s.own().requesting();
        return new State(
                NumberingSupport.own(s.own(), to),
                requesting ? s.mode() : Mode.EXCLUSIVE,
                NumberingSupport.numbers(s.numbers(), requesting, to),
                s.awaiting(),
                s.deferred());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Request request) {
            return new Message.Request(NumberingSupport.chosen(request.number(), to), request.mode());
        } else if (message instanceof Message.Reply reply) {
            return new Message.Reply(to.fence(reply.fence()));
        }
        RicartAgrawalaBroadcastReply.ReplyTo reply = (RicartAgrawalaBroadcastReply.ReplyTo) message;
        return new RicartAgrawalaBroadcastReply.ReplyTo(reply.recipients(), to.fence(reply.fence()));
    }
}
