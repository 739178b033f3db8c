package org.peerlock;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.VersionedBytes;

/** What the processes of a cluster have agreed on already. */
final class SharedSettings {

    private SharedSettings() {}

    /**
     * The same settings, but what is shared as the registry has it; just the same if nothing is there. Who comes first may
     * write something else after this look: then the node is refused when it joins.
     *
     * @throws RegistryUnavailableException if the registry cannot be read
     * @throws IncompatibleSettingsException if this version of the library does not support the settings of the cluster
     */
    static NodeSettings adopt(NodeSettings own, RegistryStore registryStore, Duration timeout)
            throws InterruptedException {
        try {
            VersionedBytes seen = look(own.cluster(), registryStore, timeout);
            return seen.version() == VersionedBytes.EMPTY.version()
                    ? own
                    : own.withSettingsOf(ClusterStateText.read(seen.content()));
        } catch (TimeoutException e) {
            throw unreadable(own, "no answer within " + timeout);
        } catch (ExecutionException e) {
            throw unreadable(own, String.valueOf(e.getCause()));
        } catch (CorruptRegistryException e) {
            throw unreadable(own, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new IncompatibleSettingsException(
                    "this node cannot join cluster '" + own.cluster() + "': " + e.getMessage()
                            + ". Use the same version in all processes",
                    e);
        }
    }

    /** On a thread of its own: nobody knows how long a cell takes, and what it makes of interrupts. */
    private static VersionedBytes look(String cluster, RegistryStore registryStore, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<VersionedBytes> reading = new FutureTask<>(registryStore::read);
        Thread thread = new Thread(reading, "peerlock-" + cluster + "-looks");
        thread.setDaemon(true);
        thread.start();
        try {
            return reading.get(LocalNode.toNanos(timeout), TimeUnit.NANOSECONDS);
        } finally {
            reading.cancel(true);
        }
    }

    private static RegistryUnavailableException unreadable(NodeSettings own, String reason) {
        return new RegistryUnavailableException(
                "could not read the settings of cluster '" + own.cluster() + "': " + reason);
    }
}
