package org.peerlock.brain;

import java.util.ArrayDeque;
import java.util.Deque;
import org.peerlock.brain.word.LockWord;

/** What this node has and wants of one lock. */
final class Seat {

    /** What this node has of the lock in the algorithm. */
    enum Right {
        NONE,
        ASKED,
        INSIDE
    }

    final String lock;
    final LockWord word = new LockWord();
    final Deque<Waiter> waiters = new ArrayDeque<>();
    Right right = Right.NONE;
    /** The request in the algorithm that is under way, or was the last. */
    long request = Rights.CARRIED;
    /** The fence with which it entered. */
    long fence;
    /** Whether the word knows that it has entered; as long as a hold goes on from the view before, it does not. */
    boolean arrived;
    /** Whether another node wants the lock, so that only some more grants are made here. */
    boolean limited;

    Seat(String lock) {
        this.lock = lock;
    }

    void enter(long entered) {
        right = Right.INSIDE;
        fence = entered;
        arrived = false;
        limited = false;
    }

    /** The greatest fence that was used since it entered. */
    long lastFence() {
        return Math.max(fence, word.lastFence());
    }

    /** The view has ended, and with it all that was had or asked for. */
    void rest() {
        right = Right.NONE;
        request = Rights.CARRIED;
    }
}
