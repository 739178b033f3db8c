package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.token.NaimiTrehel;
import org.peerlock.algorithm.token.NaimiTrehel.Message;
import org.peerlock.algorithm.token.NaimiTrehel.State;
import org.peerlock.lab.world.Numbering;

/** The numbering of {@link NaimiTrehel}, which has no numbers. */
final class NaimiTrehelNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(NumberingSupport.own(s.own(), to), s.last(), s.next(), s.token());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return message instanceof Message.Token token ? new Message.Token(to.fence(token.fence())) : message;
    }
}
