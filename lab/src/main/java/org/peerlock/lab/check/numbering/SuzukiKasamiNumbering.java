package org.peerlock.lab.check.numbering;

import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.algorithm.token.SuzukiKasami.Ledger;
import org.peerlock.algorithm.token.SuzukiKasami.Message;
import org.peerlock.algorithm.token.SuzukiKasami.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link SuzukiKasami}. The requests of each node are a series of their own: the
 * next number is the last one plus 1, and a request waits if its number is the one served last plus
 * 1.
 */
final class SuzukiKasamiNumbering implements Numbering<State, Message> {

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(NumberingSupport.own(s.own(), to), counters(s.requested(), to), ledger(s.token(), to));
    }

    private static @Nullable Ledger ledger(@Nullable Ledger ledger, Renumbering to) {
        return ledger == null ? null : new Ledger(counters(ledger.served(), to), ledger.queue());
    }

    private static NodeCounters counters(NodeCounters nodeCounters, Renumbering to) {
        NodeCounters changed = nodeCounters;
        for (int j = 1; j <= nodeCounters.size(); j++) {
            changed = changed.with(j, to.growing(j, nodeCounters.of(j)));
        }
        return changed;
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        if (message instanceof Message.Request request) {
            return new Message.Request(to.fixed(sender, request.number()));
        }
        Message.Token token = (Message.Token) message;
        Ledger ledger =
                new Ledger(counters(token.ledger().served(), to), token.ledger().queue());
        return new Message.Token(ledger, to.fence(token.fence()));
    }
}
