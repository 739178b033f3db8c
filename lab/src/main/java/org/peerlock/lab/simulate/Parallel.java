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

/** Does independent things on all cores. */
public final class Parallel {

    /** How many tasks may be begun before what came of the first of them is told. */
    private static final int AHEAD = 1_000;

    private Parallel() {}

    /** Does all tasks; what comes of them is in the order of the tasks, however long each took. */
    public static <T> List<T> all(List<Supplier<T>> tasks) {
        List<T> results = new ArrayList<>();
        inOrder(tasks.size(), index -> tasks.get((int) index).get(), results::add);
        return results;
    }

    /** Does the tasks from 0 on, and tells the caller's thread what came of each, in their order, as soon as it can. */
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
