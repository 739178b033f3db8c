package org.peerlock.cli.registry;

import java.io.IOException;
import java.time.Duration;
import org.peerlock.Peerlock;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** A store that a command opened, with its failures as sentences. */
record OpenRegistry(RegistryStore store) implements AutoCloseable {

    /** Enough for a first contact. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    static OpenRegistry open(String url, String cluster) {
        try {
            Object unused = Peerlock.builder(cluster); // checks the name
            return new OpenRegistry(RegistryStores.open(url, cluster));
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage());
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    TaggedBytes read() {
        try {
            return store.read(TIMEOUT);
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    /** The content of the registry, which must not be empty. */
    static ClusterState state(TaggedBytes stored) {
        try {
            return ClusterStateText.read(stored.content());
        } catch (CorruptRegistryException e) {
            throw new CommandException(
                    Exit.BAD_DATA,
                    e.getMessage() + "; 'peerlock registry reset --force' clears the registry whatever it holds");
        }
    }

    static CommandException unavailable(IOException e) {
        return new CommandException(Exit.UNAVAILABLE, "the registry cannot be used: " + e.getMessage());
    }

    @Override
    public void close() {
        store.close();
    }
}
