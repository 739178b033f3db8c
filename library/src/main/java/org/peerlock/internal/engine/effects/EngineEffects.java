package org.peerlock.internal.engine.effects;

import java.util.List;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;

/**
 * What the engine asks its surroundings to do, and what it reports to them. The calls return nothing: whatever comes of them
 * arrives as an input later.
 */
public interface EngineEffects {

    /** Send a packet. It may get lost. */
    void send(Incarnation to, Packet packet);

    /**
     * The cluster's state has changed: these nodes are registered, at these addresses. Called before anything is sent to a node
     * that this state names for the first time. Each state is newer than the one before, until {@link #onRejoining} is called;
     * after that the first one may be older again.
     */
    void onClusterState(ClusterState state);

    /**
     * Read the registry. {@code NodeEngine.onRegistryOutcome} must be called in any case, with {@link RegistryOutcome.Unknown}
     * after a timeout.
     */
    void readRegistry();

    /**
     * Replace the registry's content if it still has this tag. If it has another one, the change may be made
     * {@linkplain RegistryWrite#onTopOf on top of} that content. {@code NodeEngine.onRegistryOutcome} must be called in any case.
     */
    void writeRegistry(String tag, RegistryWrite write);

    /**
     * The registry has held an older state than this node knows for longer than a stale read explains. Called again and again
     * while that lasts.
     */
    void onRegistryOutdated(long revision, long knownRevision);

    /** What was read of the registry is not older than what this node knows, after it has been. */
    void onRegistryCurrent();

    /**
     * The lease under which holds of this generation were granted is over, and none of them is valid any more. Called before
     * any thread can see that.
     */
    void onLeaseExpired(long generation, LossCause reason);

    /**
     * All these holders have lost their locks at the same moment. They must stop; whether they do or not, another node may get
     * the locks.
     */
    void onLocksLost(List<LostHold> lost, LossCause reason);

    /**
     * A lock is used as different kinds, by this node and another one or by this node alone. Called once for each lock in a
     * view.
     */
    void onKindConflict(String reason);

    /**
     * A view has begun at this node.
     *
     * @param changes who came and went since the view that began here before. The first view of an incarnation has one change:
     *     this node joined
     */
    void onViewOpened(View view, HolderMap holders, List<MembershipChange> changes);

    /** This node was evicted, or has stepped down, and starts again as another incarnation. */
    void onRejoining(Incarnation now);

    /** This node must not take part in this cluster, and does not: its settings differ from those of the others. */
    void onRefused(String reason);

    /** This node has left, as it was asked to. Nothing happens any more. */
    void onStopped();
}
