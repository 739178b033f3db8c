package org.peerlock.internal.engine.effects;

import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;

/** What the brain wants done, and tells. It learns nothing from these calls; whatever comes of them arrives as an input. */
public interface EngineEffects {

    /** Send a packet, as well as can be. */
    void send(Incarnation to, Packet packet);

    /** Read the cell. {@code NodeEngine.onRegistryOutcome} must be told in any case, {@link RegistryOutcome.Unknown} after a while. */
    void readRegistry();

    /**
     * Replace the cell's content if it still has this version, which is 0 if nothing was there. {@code NodeEngine.onRegistryOutcome} must be
     * told in any case.
     */
    void writeRegistry(long version, ClusterState content);

    /**
     * The lease under which holds of this generation were granted is over, and none of them is valid any more. Told before
     * anybody can see it.
     */
    void onLeaseExpired(long generation, LossCause reason);

    /** The holder with this fence has lost the lock. It must stop; whether it does or not, the lock may pass to another. */
    void onLockLost(String lock, long fence, LossCause reason);

    /** This node and another one take a lock for different kinds; who waits for it here was refused if it could not be had. */
    void onKindConflict(Incarnation other, String reason);

    /** A view has begun at this node. */
    void onViewOpened(View view, HolderMap holderMap);

    /** This node has been dropped, or has stepped down, and begins anew under another name. */
    void onRejoining(Incarnation now);

    /** This node must not take part in this cluster, and does not: its settings are not those of the others. */
    void onRefused(String reason);

    /** This node has left, as it was asked to: nothing will happen any more. */
    void onStopped();
}
