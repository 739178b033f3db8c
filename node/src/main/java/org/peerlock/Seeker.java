package org.peerlock;

import java.util.concurrent.CompletableFuture;
import org.peerlock.brain.Hold;
import org.peerlock.brain.Waiter;
import org.peerlock.brain.word.LockWord;

/**
 * One who waits for a lock. What comes of it is decided once: the grant, or that it was given up, or that it was in vain. So who has
 * given up is never granted anything, and who was granted something cannot give it up.
 */
final class Seeker implements Waiter {

    private final Door door;
    private final String who;
    private final long since;
    private final CompletableFuture<Grant> decision = new CompletableFuture<>();

    Seeker(Door door) {
        this.door = door;
        who = door.who();
        since = door.node.host().now();
    }

    /** Completed on the brain's thread: whoever wants to know more than that it is, must not do so there. */
    CompletableFuture<Grant> decision() {
        return decision;
    }

    void ask() {
        door.node.host().tell((brain, now) -> brain.acquire(now, door.demand, this));
    }

    @Override
    public boolean offer(Hold hold) {
        LockWord word = hold.word();
        long now = door.node.host().now();
        if (word != null) {
            word.note(hold.fence(), who, now);
            door.remember(word);
        }
        return decision.complete(new Grant(door, word, hold.id(), hold.fence(), hold.generation(), now));
    }

    @Override
    public void refuse(String reason) {
        fail(new IllegalStateException(reason));
    }

    @Override
    public String who() {
        return who;
    }

    /** Gives up, unless it is decided: whether it has given up. */
    boolean giveUp() {
        if (decision.cancel(false)) {
            door.node.host().tell((brain, now) -> brain.giveUp(now, door.lock(), this));
        }
        return decision.isCancelled();
    }

    /** Tells those who measure how long it has taken; on the thread that gets the grant. */
    void measure(Grant grant) {
        door.node.meters().acquired(door.lock(), grant.since() - since);
    }

    /** All was in vain. */
    void fail(RuntimeException reason) {
        decision.completeExceptionally(reason);
    }
}
