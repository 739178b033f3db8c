package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority.State;
import org.peerlock.lab.world.Numbering;

/**
 * Of {@link RicartAgrawalaPriority}: as of what it is made of. The tickets that it holds back are REQUESTs that it will look
 * at, and until then they are compared with its own next one.
 */
final class PriorityNumbering implements Numbering<State, Message> {

    private final RicartAgrawalaNumbering base = new RicartAgrawalaNumbering();

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                base.state(node, s.base(), to),
                s.held().stream()
                        .map(ticket -> NumberingSupport.ticket(ticket, to))
                        .toList(),
                s.turns());
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        return base.message(sender, message, to);
    }
}
