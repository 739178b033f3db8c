package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link RicartAgrawalaPriority}, like that of the original algorithm. The tickets
 * that a node holds back are REQUESTs that it will process later; until then they are compared with
 * its own next one.
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
