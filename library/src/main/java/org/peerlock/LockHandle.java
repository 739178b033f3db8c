package org.peerlock;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;

/**
 * What a thread needs to request a lock: the node, the request, and the lock's word if it is known.
 */
final class LockHandle {

    final LocalNode localNode;
    final AcquireRequest request;
    /**
     * What {@link Peerlock#inspect} shows for requests through this handle; empty: the thread's
     * name.
     */
    private final String label;
    /**
     * The handle without a label, with which this one shares what it learns; null if this is it.
     */
    private final @Nullable LockHandle original;
    /** The word of an exclusive lock, once it is known. It may be out of use; then it refuses. */
    private volatile @Nullable LockWord word;

    LockHandle(LocalNode localNode, AcquireRequest request) {
        this(localNode, request, "", null);
    }

    private LockHandle(LocalNode localNode, AcquireRequest request, String label, @Nullable LockHandle original) {
        this.localNode = localNode;
        this.request = request;
        this.label = label;
        this.original = original;
    }

    LockHandle withLabel(String other) {
        LockHandle same = new LockHandle(localNode, request, other, original == null ? this : original);
        same.word = word;
        return same;
    }

    /** What to call the current thread, if it requests or holds the lock. */
    String label() {
        if (!label.isEmpty()) {
            return label;
        }
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        return name.isEmpty() ? "thread " + thread.getId() : name; // virtual threads have no names
    }

    String lock() {
        return request.lock();
    }

    void remember(LockWord known) {
        word = known;
        if (original != null) {
            original.remember(known);
        }
    }

    /**
     * Whether a thread of this process holds the lock, as far as is known without asking the
     * engine.
     */
    boolean isHeldHere() {
        LockWord known = word;
        return known != null && known.held();
    }

    /**
     * Takes an exclusive lock that this process has and no thread uses, without the engine. Null if
     * that is not possible.
     */
    @Nullable Grant takeIdle() {
        LockWord known = word;
        if (known == null) {
            return null;
        }
        GrantGates gates = localNode.runtime().gates();
        GrantGate grantGate = gates.current();
        long now = localNode.runtime().now();
        long fence = known.tryAcquire(gates, grantGate, now);
        if (fence == LockWord.NONE_TELL) {
            localNode.released(lock());
        }
        if (fence <= LockWord.NONE) {
            return null;
        }
        known.note(fence, label(), now);
        localNode.meters().acquired(lock(), 0);
        return new Grant(this, known, 0, fence, grantGate.generation(), now);
    }
}
