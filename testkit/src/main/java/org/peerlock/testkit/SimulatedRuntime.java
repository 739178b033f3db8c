package org.peerlock.testkit;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;

/** A node in a simulation, used through the same API as a live one. */
final class SimulatedRuntime implements NodeRuntime {

    /** Longer than any intended wait: the longest lease is an hour. */
    private static final long LONGEST_WAIT = TimeUnit.HOURS.toNanos(3);

    private final SimulatedCluster cluster;
    private final VirtualTime time;
    private final SimulatedNode node;

    SimulatedRuntime(SimulatedCluster cluster, VirtualTime time, NodeObserver nodeObserver) {
        this.cluster = cluster;
        this.time = time;
        node = time.see(() -> cluster.add(nodeObserver));
    }

    SimulatedNode node() {
        return node;
    }

    @Override
    public long now() {
        return time.see(node::now);
    }

    @Override
    public GrantGates gates() {
        return node.engine().gates();
    }

    @Override
    public void submit(EngineInput engineInput) {
        schedule(1, engineInput);
    }

    @Override
    public void schedule(long nanos, EngineInput engineInput) {
        time.change(() -> cluster.simulator().after(Math.max(1, Math.min(nanos, LONGEST_WAIT)), node.number, () -> {
            if (!node.gone()) {
                node.happen(() -> engineInput.apply(node.engine(), node.now()));
            }
        }));
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        boolean happened = time.pass(Math.min(nanos, LONGEST_WAIT), event::isDone);
        if (!happened && nanos > LONGEST_WAIT) {
            throw new IllegalStateException("node " + node.number
                    + " has waited for three hours of virtual time: is this test waiting for itself?");
        }
        return happened;
    }

    @Override
    public void dispatch(Runnable callback, Consumer<Throwable> onRefused) {
        time.call(callback);
    }

    @Override
    public Optional<String> connectionProblem(Incarnation other) {
        return Optional.empty();
    }

    @Override
    public Optional<String> registryProblem() {
        return Optional.empty();
    }

    @Override
    public long bytesSent() {
        return 0;
    }

    @Override
    public void stop() {
        // there is nothing to clean up
    }
}
