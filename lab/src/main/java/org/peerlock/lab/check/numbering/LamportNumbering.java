package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Lamport.Entry;
import org.peerlock.algorithm.permission.Lamport.Message;
import org.peerlock.algorithm.permission.Lamport.Own;
import org.peerlock.algorithm.permission.Lamport.State;
import org.peerlock.lab.world.Numbering;

/**
 * The numbering of {@link Lamport}. Timestamps are compared with each other, and the next one is
 * the clock plus 1. The last timestamp received from a node is compared only with the node's own
 * waiting requests, and future ones are greater than it: a timestamp below all of them does not
 * matter.
 */
final class LamportNumbering implements Numbering<State, Message> {

    /** Less than any timestamp. */
    private static final long UNHEARD = Long.MIN_VALUE;

    @Override
    public State state(int node, State s, Renumbering to) {
        return new State(
                to.growing(NumberingSupport.NUMBERS, s.clock()),
                s.queue().stream()
                        .map(entry -> new Entry(NumberingSupport.ticket(entry.ticket(), to), entry.weight()))
                        .toList(),
                last(node, s, to),
                s.own().stream()
                        .map(own -> new Own(
                                to.request(own.requestId()), NumberingSupport.chosen(own.number(), to), own.inside()))
                        .toList(),
                to.fence(s.fence()));
    }

    private static NodeCounters last(int node, State s, Renumbering to) {
        NodeCounters last = s.last();
        for (int j = 1; j <= last.size(); j++) {
            Ticket heard = new Ticket(last.of(j), j);
            boolean matters =
                    s.own().stream().anyMatch(own -> !own.inside() && new Ticket(own.number(), node).precedes(heard));
            last = last.with(j, matters ? NumberingSupport.chosen(last.of(j), to) : UNHEARD);
        }
        return last;
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        long timestamp = NumberingSupport.chosen(message.timestamp(), to);
        if (message instanceof Message.Request request) {
            return new Message.Request(timestamp, request.weight());
        } else if (message instanceof Message.Release release) {
            return new Message.Release(
                    timestamp, NumberingSupport.chosen(release.number(), to), to.fence(release.fence()));
        }
        return new Message.Reply(timestamp);
    }
}
