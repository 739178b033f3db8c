package org.peerlock;

import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.brain.Demand;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

/** Where something can be had: at a node, what of which lock. */
final class Door {

    final Node node;
    final Demand demand;
    /** Where an exclusive lock can be had at once, if this node has it; it may be out of use, and refuses then. */
    private volatile @Nullable LockWord word;

    Door(Node node, Demand demand) {
        this.node = node;
        this.demand = demand;
    }

    String lock() {
        return demand.lock();
    }

    /** Whether threads take the lock without the brain, as long as this node has it. */
    boolean hasWord() {
        return demand.capacity().kind() == Capacity.Kind.MUTEX;
    }

    void remember(LockWord known) {
        word = known;
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
        Gates gates = node.host().gates();
        Gate gate = gates.current();
        long fence = known.tryAcquire(gates, gate, node.host().now());
        if (fence == LockWord.NONE_TELL) {
            node.released(lock());
        }
        return fence > LockWord.NONE ? new Grant(this, known, 0, fence, gate.generation()) : null;
    }
}
