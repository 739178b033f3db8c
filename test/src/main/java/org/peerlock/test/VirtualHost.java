package org.peerlock.test;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.peerlock.brain.word.Gates;
import org.peerlock.host.Application;
import org.peerlock.host.Host;

/** A node in a simulation, used through the same API as a live one. */
final class VirtualHost implements Host {

    /** Nobody means to wait for longer. */
    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    private final SimulatedCluster cluster;
    private final VirtualTime time;
    private final SimulatedNode node;

    VirtualHost(SimulatedCluster cluster, VirtualTime time, Application application) {
        this.cluster = cluster;
        this.time = time;
        node = time.see(() -> cluster.add(application));
    }

    SimulatedNode node() {
        return node;
    }

    @Override
    public long now() {
        return time.see(node::now);
    }

    @Override
    public Gates gates() {
        return node.brain().gates();
    }

    @Override
    public void tell(Input input) {
        time.change(() -> cluster.simulator().after(1, node.number, () -> {
            if (!node.gone()) {
                node.happen(() -> input.give(node.brain(), node.now()));
            }
        }));
    }

    @Override
    public boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException {
        boolean happened = time.pass(Math.min(nanos, DAY), event::isDone);
        if (!happened && nanos > DAY) {
            throw new IllegalStateException("node " + node.number
                    + " has waited for a whole day of virtual time: is this test waiting for itself?");
        }
        return happened;
    }

    @Override
    public Executor executor() {
        return time::call;
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    @Override
    public long bytesSent() {
        return 0;
    }

    @Override
    public void stop() {
        // it leaves nothing behind
    }
}
