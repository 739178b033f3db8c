package org.peerlock.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.peerlock.DistributedLock;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.registry.RegistryStore;

/** Nodes of one cluster, all in this process. They talk by sockets nevertheless. */
final class Nodes implements AutoCloseable {

    private final List<Peerlock> all;

    private Nodes(List<Peerlock> all) {
        this.all = all;
    }

    /** Starts this many nodes of a new cluster, at the same time. */
    static Nodes join(int nodes, UnaryOperator<PeerlockBuilder> settings)
            throws InterruptedException, ExecutionException {
        RegistryStore registryStore = new UnreliableStore();
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try {
            List<Future<Peerlock>> joining = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                joining.add(threads.submit(
                        () -> settings.apply(Peerlock.builder("live").registry(registryStore))
                                .join()));
            }
            List<Peerlock> joined = new ArrayList<>();
            for (Future<Peerlock> one : joining) {
                joined.add(one.get());
            }
            return new Nodes(joined);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Numbered from 0. */
    Peerlock node(int number) {
        return all.get(number);
    }

    /** A lock as a node sees it. */
    DistributedLock lock(int number, String name) {
        return node(number).lock(name);
    }

    /**
     * Lets tasks count under one lock. They use the nodes in turn.
     *
     * @param threads runs the tasks; is shut down
     */
    Load.Outcome count(SharedCounter counter, int tasks, int times, ExecutorService threads)
            throws InterruptedException, ExecutionException {
        try {
            List<Future<Load.Outcome>> counting = new ArrayList<>();
            for (int task = 0; task < tasks; task++) {
                int node = task % all.size();
                AtomicInteger left = new AtomicInteger(times);
                counting.add(threads.submit(
                        () -> Load.run(lock(node, "counter"), counter, node, () -> left.getAndDecrement() > 0)));
            }
            return Load.sum(counting);
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public void close() {
        all.parallelStream().forEach(Peerlock::close);
    }
}
