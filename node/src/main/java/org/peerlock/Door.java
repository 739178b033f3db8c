package org.peerlock;

import org.jspecify.annotations.Nullable;
import org.peerlock.brain.Demand;
import org.peerlock.brain.word.Gate;
import org.peerlock.brain.word.Gates;
import org.peerlock.brain.word.LockWord;

/** Where something can be had: at a node, what of which lock. */
final class Door {

    final Node node;
    final Demand demand;
    /** What those who come here want to be called; empty: as their threads are. */
    private final String trace;
    /** Where others come who want the same; null if all come here. */
    private final @Nullable Door main;
    /** Where an exclusive lock can be had at once, if this node has it; it may be out of use, and refuses then. */
    private volatile @Nullable LockWord word;

    Door(Node node, Demand demand) {
        this(node, demand, "", null);
    }

    private Door(Node node, Demand demand, String trace, @Nullable Door main) {
        this.node = node;
        this.demand = demand;
        this.trace = trace;
        this.main = main;
    }

    /** The same for those who want to be called so. */
    Door as(String name) {
        Door same = new Door(node, demand, name, main == null ? this : main);
        same.word = word;
        return same;
    }

    /** What to call the current thread, if it takes or wants what is here. */
    String who() {
        if (!trace.isEmpty()) {
            return trace;
        }
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        return name.isEmpty() ? "thread " + thread.getId() : name; // virtual threads have no names
    }

    String lock() {
        return demand.lock();
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
        Gates gates = node.host().gates();
        Gate gate = gates.current();
        long now = node.host().now();
        long fence = known.tryAcquire(gates, gate, now);
        if (fence == LockWord.NONE_TELL) {
            node.released(lock());
        }
        if (fence <= LockWord.NONE) {
            return null;
        }
        known.note(fence, who(), now);
        node.meters().acquired(lock(), 0);
        return new Grant(this, known, 0, fence, gate.generation(), now);
    }
}
