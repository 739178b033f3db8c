package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.permission.MediumSequencing;
import org.peerlock.algorithm.permission.MediumSequencing.Message;
import org.peerlock.algorithm.permission.MediumSequencing.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link MediumSequencing}, which has no numbers: its queue has the order of the
 * medium.
 */
final class MediumSequencingNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(NumberingSupport.own(s.own(), to), s.queue());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return message instanceof Message.Reply reply ? new Message.Reply(to.fence(reply.fence())) : message;
    }
}
