package org.peerlock.internal.runtime;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.lockword.GrantGates;

/**
 * A place in which one node lives. In an application that is a {@link LiveRuntime}, with threads, sockets and clocks; in a test it
 * may be anything in which time passes.
 */
public interface NodeRuntime {

    /**
     * Starts nodes. A {@link org.peerlock.registry.RegistryStore} that implements it replaces threads, sockets and clocks by its
     * own, as a simulation does: a process that joins with that store runs its node there, does not wait until it is a member,
     * and registers neither a shutdown hook nor a JMX bean.
     */
    interface Factory {

        /**
         * Starts a node.
         *
         * @param observer learns what happens to the node, from now on and perhaps before this returns
         */
        NodeRuntime start(NodeObserver observer);
    }

    /** Something for the brain. */
    interface EngineInput {

        /** Called on the brain's thread: it must not wait, nor keep the brain. */
        void apply(NodeEngine engine, long now);
    }

    /** What the node's monotonic clock shows, in nanoseconds; for any thread. */
    long now();

    /** The node's gate; for any thread. */
    GrantGates gates();

    /** Gives something to the brain, soon, and in the order of these calls from one thread; for any thread. */
    void submit(EngineInput engineInput);

    /**
     * Waits until something has happened, or so much time has passed.
     *
     * @return whether it has happened
     */
    boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException;

    /** Where the application's own code runs: never where the brain does. */
    Executor executor();

    /** Why the cell could not be read or written the last time, if so; for a reader. */
    Optional<String> registryProblem();

    /** How many bytes were sent to other processes so far; 0 in a place where nothing is written. For any thread. */
    long bytesSent();

    /** The node has left, or does not matter any more: gives back all that it used. */
    void stop();
}
