package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.token.TokenRing;
import org.peerlock.algorithm.token.TokenRing.Message;
import org.peerlock.algorithm.token.TokenRing.State;
import org.peerlock.lab.world.Numbering;

/** The numbering of {@link TokenRing}, which has no numbers. */
final class TokenRingNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(NumberingSupport.own(s.own(), to), s.token());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return new Message.Token(to.fence(((Message.Token) message).fence()));
    }
}
