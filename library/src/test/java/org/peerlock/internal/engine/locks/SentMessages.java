package org.peerlock.internal.engine.locks;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.effects.LostHold;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.protocol.HolderMap;
import org.peerlock.internal.protocol.Packet;

/** Collects what a part of the engine sends. Every other effect is an error, unless a test overrides it. */
public class SentMessages implements EngineEffects {

    public record Posted(Incarnation to, Packet packet) {}

    private final List<Posted> posted = new ArrayList<>();

    /** The messages since the last call. */
    public List<Posted> taken() {
        List<Posted> all = List.copyOf(posted);
        posted.clear();
        return all;
    }

    public List<Packet> packets() {
        return taken().stream().map(Posted::packet).toList();
    }

    @Override
    public void send(Incarnation to, Packet packet) {
        posted.add(new Posted(to, packet));
    }

    @Override
    public void onClusterState(ClusterState state) {
        throw new AssertionError();
    }

    @Override
    public void readRegistry() {
        throw new AssertionError();
    }

    @Override
    public void writeRegistry(String tag, RegistryWrite write) {
        throw new AssertionError();
    }

    @Override
    public void onRegistryOutdated(long revision, long knownRevision) {
        throw new AssertionError();
    }

    @Override
    public void onRegistryCurrent() {
        throw new AssertionError();
    }

    @Override
    public void onLeaseExpired(long generation, LossCause reason) {
        throw new AssertionError();
    }

    @Override
    public void onLocksLost(List<LostHold> lost, LossCause reason) {
        throw new AssertionError();
    }

    @Override
    public void onKindConflict(String reason) {
        throw new AssertionError();
    }

    @Override
    public void onViewOpened(View view, HolderMap holders, List<MembershipChange> changes) {
        throw new AssertionError();
    }

    @Override
    public void onRejoining(Incarnation now) {
        throw new AssertionError();
    }

    @Override
    public void onRefused(String reason) {
        throw new AssertionError();
    }

    @Override
    public void onStopped() {
        throw new AssertionError();
    }
}
