package org.peerlock.registry.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** Calls of stores. */
final class Calls {

    /** Nothing in a test takes so long, unless it goes on for ever. */
    static final Duration LONG = Duration.ofMinutes(5);

    /** For calls that get no answer. */
    static final Duration SHORT = Duration.ofSeconds(2);

    private Calls() {}

    static String newCluster() {
        return "cluster-" + UUID.randomUUID();
    }

    /** The registry of a cluster that nobody else uses. */
    static RegistryStore open(String url) throws IOException {
        return RegistryStores.open(url, newCluster());
    }

    static TaggedBytes read(RegistryStore store) throws IOException {
        return store.read(LONG);
    }

    static boolean write(RegistryStore store, String tag, String content) throws IOException {
        return store.compareAndSet(tag, bytes(content), LONG);
    }

    /** Writes the first content, and returns it with its tag. */
    static TaggedBytes writeFirst(RegistryStore store) throws IOException {
        boolean unused = write(store, TaggedBytes.ABSENT.tag(), "first");
        return read(store);
    }

    /** Writes in another thread. */
    static CompletableFuture<Boolean> writeMeanwhile(RegistryStore store, String tag, String content) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return write(store, tag, content);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task, "writes").start());
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
