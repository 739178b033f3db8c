package org.peerlock.internal.runtime;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.lockword.GrantGates;

/**
 * Runs the engine of one node. In an application that is a {@link LiveRuntime}, with threads,
 * sockets and clocks; in a test it is a simulation.
 */
public interface NodeRuntime {

    /**
     * Starts nodes. A {@link org.peerlock.registry.RegistryStore} that implements it replaces
     * threads, sockets and clocks by its own, as a simulation does: a process that joins with that
     * store runs its node there, does not wait until it is a member, and registers neither a
     * shutdown hook nor a JMX bean.
     */
    interface Factory {

        /**
         * Starts a node.
         *
         * @param observer learns what happens to the node, from now on and perhaps before this
         *     returns
         */
        NodeRuntime start(NodeObserver observer);
    }

    /** An input for the engine. */
    interface EngineInput {

        /** Called on the engine's thread. It must not block, nor keep the engine. */
        void apply(NodeEngine engine, long now);
    }

    /** The time of the node's monotonic clock, in nanoseconds; for any thread. */
    long now();

    /** The node's grant gates; for any thread. */
    GrantGates gates();

    /**
     * Passes an input to the engine. Inputs of one thread arrive in the order of the calls; for any
     * thread.
     */
    void submit(EngineInput engineInput);

    /** Passes an input to the engine when this time has passed, unless the node has stopped by then; for any thread. */
    void schedule(long nanos, EngineInput engineInput);

    /**
     * Waits until the event has completed, in whatever way, or the time has passed.
     *
     * @return whether the event has completed
     */
    boolean await(CompletableFuture<?> event, long nanos) throws InterruptedException;

    /**
     * Lets the application's executor run a callback, never on the engine's thread. Returns at once,
     * and throws nothing, whatever the executor does.
     *
     * @param onRefused is called instead if the executor does not accept the callback; must not block
     */
    void dispatch(Runnable callback, Consumer<Throwable> onRefused);

    /** Why the registry cannot be used, if so, in words. */
    Optional<String> registryProblem();

    /** Why there is no connection to a node, if so and known, in words. To be called on the engine's thread. */
    Optional<String> connectionProblem(Incarnation other);

    /** How many bytes were sent to other processes so far; 0 in a simulation. For any thread. */
    long bytesSent();

    /** Releases all resources. The node has left, or is abandoned. */
    void stop();
}
