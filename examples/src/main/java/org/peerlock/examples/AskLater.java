package org.peerlock.examples;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * Requests a lock without waiting. The work under the lock is a dependent of a future, and runs on
 * any thread.
 */
public final class AskLater {

    private AskLater() {}

    /**
     * Requests the lock three times; one request times out.
     *
     * @param arguments the registry directory; default: a subdirectory of the current one
     */
    public static void main(String... arguments) throws InterruptedException {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/ask-later");
        try (Peerlock peerlock =
                Peerlock.builder("ask-later").directory(directory).join()) {
            DistributedLock lock = peerlock.lock("report");
            CompletableFuture<Void> enough = new CompletableFuture<>();
            CompletableFuture<String> first = under(lock, Duration.ofSeconds(30), grant -> {
                enough.join();
                return "the first is done";
            });
            CompletableFuture<String> second = under(lock, Duration.ofMillis(100), grant -> "the second is done");
            CompletableFuture<String> third = under(lock, Duration.ofSeconds(30), grant -> "the third is done");

            System.out.println(second.exceptionally(failure -> "the second gave up: " + failure.getCause())
                    .join());
            enough.complete(null);
            System.out.println(first.join());
            System.out.println(third.join());
        }
    }

    /**
     * Runs work as soon as the lock is granted, on another thread; fails if that takes too long.
     */
    static <T> CompletableFuture<T> under(DistributedLock lock, Duration timeout, Function<Grant, T> work) {
        return lock.acquireAsync()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS) // this also withdraws the request
                .thenApplyAsync(grant -> {
                    try (grant) {
                        grant.onLost(reason -> System.out.println("Lost it: " + reason.description()));
                        return work.apply(grant);
                    }
                });
    }
}
