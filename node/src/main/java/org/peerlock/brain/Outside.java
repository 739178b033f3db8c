package org.peerlock.brain;

import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;

/** What the brain wants done, and tells. It learns nothing from these calls; whatever comes of them arrives as an input. */
public interface Outside {

    /** Send a packet, as well as can be. */
    void send(Incarnation to, Packet packet);

    /** Read the cell. {@link Brain#onCell} must be told in any case, {@link CellOutcome.Unknown} after a while. */
    void read();

    /**
     * Replace the cell's content if it still has this version, which is 0 if nothing was there. {@link Brain#onCell} must be
     * told in any case.
     */
    void compareAndSet(long version, Registry content);

    /**
     * The lease under which holds of this generation were granted is over, and none of them is valid any more. Told before
     * anybody can see it.
     */
    void lapsed(long generation, Loss reason);

    /** The holder with this fence has lost the lock. It must stop; whether it does or not, the lock may pass to another. */
    void lost(String lock, long fence, Loss reason);

    /** This node and another one take a lock for different kinds; who waits for it here was refused if it could not be had. */
    void disagreed(Incarnation other, String reason);

    /** A view has begun at this node. */
    void opened(View view, Holders holders);

    /** This node has been dropped, or has stepped down, and begins anew under another name. */
    void reborn(Incarnation now);

    /** This node must not take part in this cluster, and does not: its settings are not those of the others. */
    void refused(String reason);

    /** This node has left, as it was asked to: nothing will happen any more. */
    void ended();
}
