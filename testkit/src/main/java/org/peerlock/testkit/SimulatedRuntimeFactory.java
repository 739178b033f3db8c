package org.peerlock.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/**
 * Lets one process join a simulated cluster through the public API: it stands for the registry, and
 * runs the node itself.
 */
final class SimulatedRuntimeFactory implements RegistryStore, NodeRuntime.Factory {

    private final SimulatedCluster cluster;
    private final VirtualTime time;
    private @Nullable SimulatedNode node;
    private @Nullable NodeObserver observer;

    SimulatedRuntimeFactory(SimulatedCluster cluster, VirtualTime time) {
        this.cluster = cluster;
        this.time = time;
    }

    PeerlockTestCluster.Started start(PeerlockBuilder builder) {
        try {
            Peerlock peerlock = builder.registry(this).join();
            SimulatedNode made = node;
            NodeObserver application = observer;
            if (made == null || application == null) {
                throw new AssertionError("a node was not started in this simulation");
            }
            return new PeerlockTestCluster.Started(made, application, peerlock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a node was started", e);
        }
    }

    @Override
    public NodeRuntime start(NodeObserver application) {
        SimulatedRuntime runtime = new SimulatedRuntime(cluster, time, application);
        node = runtime.node();
        observer = application;
        return runtime;
    }

    @Override
    public TaggedBytes read(Duration timeout) {
        throw new UnsupportedOperationException("a simulated node uses the simulated registry");
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) {
        throw new UnsupportedOperationException("a simulated node uses the simulated registry");
    }

    @Override
    public String describe() {
        return "the simulated registry";
    }
}
