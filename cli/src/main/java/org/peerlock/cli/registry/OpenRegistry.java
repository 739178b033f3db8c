package org.peerlock.cli.registry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.peerlock.Peerlock;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.registry.FileRegistryStoreProvider;
import org.peerlock.internal.text.FailureText;
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
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    /** The same, but creates nothing: a directory must be there. */
    static OpenRegistry openExisting(String url, String cluster) {
        if (RegistryStores.scheme(url).equals("file")) {
            Path directory = directory(url);
            if (!Files.exists(directory)) {
                throw new CommandException(Exit.NO_FILE, "there is no directory " + directory);
            }
        }
        return open(url, cluster);
    }

    /** The directory that a URL names. */
    static Path directory(String url) {
        try {
            return FileRegistryStoreProvider.directory(url);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
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
        return new CommandException(Exit.UNAVAILABLE, "the registry cannot be used: " + FailureText.of(e));
    }

    @Override
    public void close() {
        store.close();
    }
}
