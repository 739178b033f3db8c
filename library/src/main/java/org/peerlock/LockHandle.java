package org.peerlock;

import org.jspecify.annotations.Nullable;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.lockword.LockWord;

/** Where something can be had: at a node, what of which lock. */
final class LockHandle {

    final LocalNode localNode;
    final AcquireRequest acquireRequest;
    /** What those who come here want to be called; empty: as their threads are. */
    private final String trace;
    /** Where others come who want the same; null if all come here. */
    private final @Nullable LockHandle main;
    /** Where an exclusive lock can be had at once, if this node has it; it may be out of use, and refuses then. */
    private volatile @Nullable LockWord word;

    LockHandle(LocalNode localNode, AcquireRequest acquireRequest) {
        this(localNode, acquireRequest, "", null);
    }

    private LockHandle(LocalNode localNode, AcquireRequest acquireRequest, String trace, @Nullable LockHandle main) {
        this.localNode = localNode;
        this.acquireRequest = acquireRequest;
        this.trace = trace;
        this.main = main;
    }

    /** The same for those who want to be called so. */
    LockHandle withLabel(String name) {
        LockHandle same = new LockHandle(localNode, acquireRequest, name, main == null ? this : main);
        same.word = word;
        return same;
    }

    /** What to call the current thread, if it takes or wants what is here. */
    String label() {
        if (!trace.isEmpty()) {
            return trace;
        }
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        return name.isEmpty() ? "thread " + thread.getId() : name; // virtual threads have no names
    }

    String lock() {
        return acquireRequest.lock();
    }

    void remember(LockWord known) {
        word = known;
        if (main != null) {
            main.remember(known);
        }
    }

    /** Whether somebody at this node has it, as far as is known without asking. */
    boolean taken() {
        LockWord known = word;
        return known != null && known.held();
    }

    /** The grant, if it can be had at once, without the brain. */
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
