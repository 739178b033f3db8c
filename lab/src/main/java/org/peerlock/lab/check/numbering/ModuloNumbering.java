package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RicartAgrawalaModulo}. Its numbers do not grow, and comparisons depend on
 * which of them have wrapped around, so they stay as they are. The own number matters until the
 * request is over, withdrawn or not.
 */
final class ModuloNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        boolean over = s.own().phase() == Phase.IDLE;
        return new State(
                NumberingSupport.own(s.own(), to),
                s.mode(),
                over ? new Numbers(0, s.numbers().highest()) : s.numbers(),
                s.awaiting(),
                s.deferred());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Reply reply) {
            return new Message.Reply(to.fence(reply.fence()));
        } else if (message instanceof RicartAgrawalaBroadcastReply.ReplyTo reply) {
            return new RicartAgrawalaBroadcastReply.ReplyTo(reply.recipients(), to.fence(reply.fence()));
        }
        return message;
    }
}
