package org.peerlock.lab.simulate;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Does independent things on all cores. */
public final class Parallel {

    private Parallel() {}

    /** Does all tasks; what comes of them is in the order of the tasks, however long each took. */
    public static <T> List<T> all(List<Supplier<T>> tasks) {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<CompletableFuture<T>> results = tasks.stream()
                    .map(task -> CompletableFuture.supplyAsync(task, workers))
                    .toList();
            return results.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            } else if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        } finally {
            workers.shutdownNow();
        }
    }
}
