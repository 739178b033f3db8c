package org.peerlock.algorithm.permission;

import java.util.ArrayDeque;
import java.util.Deque;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;

/**
 * The effects of one step of a node that is also its own peer. A message that it sends to itself is
 * received within the same step, and no network carries it.
 */
final class Loopback<S, M> implements Effects<M> {

    /** Receives a message. */
    interface Receiver<S, M> {

        S receive(S state, int from, M message, Effects<M> out);
    }

    private final int me;
    private final Effects<M> out;
    private final Deque<M> own = new ArrayDeque<>();

    Loopback(int me, Effects<M> out) {
        this.me = me;
        this.out = out;
    }

    /**
     * Delivers the messages that the node sent to itself, in the order sent, until none is left.
     */
    S drain(S state, Receiver<S, M> receiver) {
        while (!own.isEmpty()) {
            state = receiver.receive(state, me, own.remove(), this);
        }
        return state;
    }

    @Override
    public void send(int to, M message) {
        if (to == me) {
            own.add(message);
        } else {
            out.send(to, message);
        }
    }

    @Override
    public void broadcast(M message) {
        out.broadcast(message);
    }

    @Override
    public void enter(long requestId, long fence) {
        out.enter(requestId, fence);
    }

    @Override
    public void withdrawn(long requestId) {
        out.withdrawn(requestId);
    }

    @Override
    public void setTimer(TimerId timer, Timeout timeout) {
        out.setTimer(timer, timeout);
    }

    @Override
    public void cancelTimer(TimerId timer) {
        out.cancelTimer(timer);
    }
}
