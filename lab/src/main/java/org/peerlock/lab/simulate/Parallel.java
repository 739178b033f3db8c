package org.peerlock.lab.simulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs independent tasks on all cores. */
public final class Parallel {

    /** How many tasks may be started before the result of the first one is consumed. */
    private static final int AHEAD = 1_000;

    private Parallel() {}

    /** Runs all tasks; the results have the order of the tasks. */
    public static <T> List<T> all(List<Supplier<T>> tasks) {
        List<T> results = new ArrayList<>();
        inOrder(tasks.size(), index -> tasks.get((int) index).get(), results::add);
        return results;
    }

    /**
     * Runs the tasks from 0 on, and passes each result to the consumer in the caller's thread, in
     * order, as soon as possible.
     */
    public static <T> void inOrder(long count, LongFunction<T> task, Consumer<T> each) {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            Deque<CompletableFuture<T>> begun = new ArrayDeque<>();
            for (long next = 0; next < count || !begun.isEmpty(); ) {
                if (next < count && begun.size() < AHEAD) {
                    long index = next++;
                    begun.add(CompletableFuture.supplyAsync(() -> task.apply(index), workers));
                } else {
                    each.accept(begun.remove().join());
                }
            }
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
