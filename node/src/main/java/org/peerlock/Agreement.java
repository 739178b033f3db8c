package org.peerlock;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.peerlock.brain.Settings;
import org.peerlock.brain.registry.DamagedCellException;
import org.peerlock.brain.registry.RegistryText;
import org.peerlock.registry.Cell;
import org.peerlock.registry.Snapshot;

/** What the processes of a cluster have agreed on already. */
final class Agreement {

    private Agreement() {}

    /**
     * The same settings, but what is shared as the registry has it; just the same if nothing is there. Who comes first may
     * write something else after this look: then the node is refused when it joins.
     *
     * @throws RegistryUnavailableException if the registry cannot be read
     * @throws IllegalStateException if a node of this version cannot take part
     */
    static Settings adopt(Settings own, Cell cell, Duration patience) throws InterruptedException {
        try {
            Snapshot seen = look(own.cluster(), cell, patience);
            return seen.version() == Snapshot.NOTHING.version()
                    ? own
                    : own.agreeingWith(RegistryText.read(seen.content()));
        } catch (TimeoutException e) {
            throw unreadable(own, "no answer within " + patience);
        } catch (ExecutionException e) {
            throw unreadable(own, String.valueOf(e.getCause()));
        } catch (DamagedCellException e) {
            throw unreadable(own, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "this node cannot join cluster '" + own.cluster() + "': " + e.getMessage()
                            + ". Use the same version in all processes",
                    e);
        }
    }

    /** On a thread of its own: nobody knows how long a cell takes, and what it makes of interrupts. */
    private static Snapshot look(String cluster, Cell cell, Duration patience)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<Snapshot> reading = new FutureTask<>(cell::read);
        Thread thread = new Thread(reading, "peerlock-" + cluster + "-looks");
        thread.setDaemon(true);
        thread.start();
        try {
            return reading.get(Node.nanos(patience), TimeUnit.NANOSECONDS);
        } finally {
            reading.cancel(true);
        }
    }

    private static RegistryUnavailableException unreadable(Settings own, String reason) {
        return new RegistryUnavailableException(
                "could not read the settings of cluster '" + own.cluster() + "': " + reason);
    }
}
