package org.peerlock;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.text.FailureText;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** Reads the shared settings of a cluster from its registry. */
final class SharedSettings {

    private SharedSettings() {}

    /**
     * The given settings, with the shared ones replaced by those in the registry, if it has any.
     * The node takes whatever algorithms the cluster has, also later.
     *
     * @throws RegistryUnavailableException if the registry cannot be read
     * @throws IncompatibleSettingsException if this version of the library does not support the
     *     settings of the cluster
     */
    static NodeSettings adopt(NodeSettings own, RegistryStore registryStore, Duration timeout)
            throws InterruptedException {
        try {
            TaggedBytes seen = look(own.cluster(), registryStore, timeout);
            return seen.isEmpty() ? own.withoutPreference() : own.withSettingsOf(ClusterStateText.read(seen.content()));
        } catch (TimeoutException e) {
            throw unreadable(own, "no answer within " + DurationText.of(timeout));
        } catch (ExecutionException e) {
            throw unreadable(own, FailureText.ofCause(e.getCause()));
        } catch (CorruptRegistryException e) {
            throw unreadable(own, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new IncompatibleSettingsException(
                    "this node cannot join cluster '" + own.cluster() + "': " + e.getMessage()
                            + ". Use the same version in all processes",
                    e);
        }
    }

    /**
     * Reads on a thread of its own, because a store may take any time, and may ignore interrupts.
     */
    private static TaggedBytes look(String cluster, RegistryStore registryStore, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<TaggedBytes> reading = new FutureTask<>(() -> registryStore.read(timeout));
        Thread thread = new Thread(reading, "peerlock-" + cluster + "-looks");
        thread.setDaemon(true);
        thread.start();
        try {
            return reading.get(Timeouts.toNanos(timeout), TimeUnit.NANOSECONDS);
        } finally {
            reading.cancel(true);
        }
    }

    private static RegistryUnavailableException unreadable(NodeSettings own, String reason) {
        return new RegistryUnavailableException(
                "could not read the settings of cluster '" + own.cluster() + "': " + reason);
    }
}
