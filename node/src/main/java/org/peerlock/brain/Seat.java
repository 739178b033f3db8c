package org.peerlock.brain;

import java.util.LinkedHashSet;
import java.util.Set;
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
    /** In the order in which they came. Any number of them may give up at once, in any order. */
    final Set<Waiter> waiters = new LinkedHashSet<>();

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

    /** The one who has waited for longest, and waits no more. */
    Waiter removeFirst() {
        Waiter first = waiters.iterator().next();
        waiters.remove(first);
        return first;
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
