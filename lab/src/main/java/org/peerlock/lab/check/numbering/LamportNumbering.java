package org.peerlock.lab.check.numbering;

import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Lamport.Entry;
import org.peerlock.algorithm.permission.Lamport.Message;
import org.peerlock.algorithm.permission.Lamport.Own;
import org.peerlock.algorithm.permission.Lamport.State;
import org.peerlock.lab.world.Numbering;

/**
 * Of {@link Lamport}. Timestamps are compared with each other, and the next is the clock plus 1. The last one received from a
 * node is only held against the own requests, to tell which of them are greater; the next ones are, for the clock is no less.
 */
final class LamportNumbering implements Numbering<State, Message> {

    @Override
    public State state(State s, Renumbering to) {
        return new State(
                number(s.clock(), to),
                s.queue().stream()
                        .map(entry -> new Entry(Common.ticket(entry.ticket(), to), entry.weight()))
                        .toList(),
                last(s.last(), to),
                s.own().stream()
                        .map(own -> new Own(to.request(own.requestId()), number(own.number(), to), own.inside()))
                        .toList(),
                to.fence(s.fence()));
    }

    private static Counters last(Counters last, Renumbering to) {
        Counters changed = last;
        for (int j = 1; j <= last.size(); j++) {
            changed = changed.with(j, to.bound(Common.NUMBERS, last.of(j)));
        }
        return changed;
    }

    @Override
    public Message message(int sender, Message message, Renumbering to) {
        long timestamp = number(message.timestamp(), to);
        if (message instanceof Message.Request request) {
            return new Message.Request(timestamp, request.weight());
        } else if (message instanceof Message.Release release) {
            return new Message.Release(timestamp, number(release.number(), to), to.fence(release.fence()));
        }
        return new Message.Reply(timestamp);
    }

    private static long number(long number, Renumbering to) {
        return to.number(Common.NUMBERS, number);
    }
}
