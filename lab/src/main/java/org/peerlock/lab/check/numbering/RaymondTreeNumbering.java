package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.token.RaymondTree;
import org.peerlock.algorithm.token.RaymondTree.Message;
import org.peerlock.algorithm.token.RaymondTree.State;
import org.peerlock.lab.world.Numbering;

/** The numbering of {@link RaymondTree}, which has no numbers. */
final class RaymondTreeNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(NumberingSupport.own(s.own(), to), s.holder(), s.asked(), s.queue());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return message instanceof Message.Privilege privilege
                ? new Message.Privilege(to.fence(privilege.fence()))
                : message;
    }
}
