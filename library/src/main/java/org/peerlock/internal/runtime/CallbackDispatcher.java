package org.peerlock.internal.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes callbacks to the application's executor. The node never depends on that executor: it may refuse a task, throw an error,
 * block, or run the task on the thread that submits it. So a thread of the dispatcher submits, not the event loop.
 *
 * <p>If the executor blocks, callbacks wait in memory. Their number is not limited: to drop one would lose a grant or the news of
 * a loss, and to wait would stop the node. There is at most one for each request that waits, for each lock that is lost, and for
 * each listener and change of the members.
 *
 * <p>The common pool needs no such thread: submitting to it does not block, and does not run the task.
 */
final class CallbackDispatcher {

    private final Executor application;
    /** Calls the application's executor; null if the event loop may do so. */
    private final @Nullable ThreadPoolExecutor thread;

    CallbackDispatcher(String threadName, Executor application) {
        this.application = application;
        if (application == ForkJoinPool.commonPool()) {
            thread = null;
        } else {
            thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread made = new Thread(task, threadName);
                made.setDaemon(true);
                return made;
            });
            thread.prestartCoreThread(); // later there may be no memory for a thread
        }
    }

    /**
     * Lets the application's executor run the callback, some time after this method has returned.
     *
     * @param onRefused is called instead if the executor does not accept the callback; must not block
     */
    void dispatch(Runnable callback, Consumer<Throwable> onRefused) {
        try {
            if (thread == null) {
                application.execute(callback);
            } else {
                thread.execute(() -> submit(callback, onRefused));
            }
        } catch (Throwable e) { // no memory, or the node has stopped
            onRefused.accept(e);
        }
    }

    private void submit(Runnable callback, Consumer<Throwable> onRefused) {
        try {
            application.execute(callback);
        } catch (Throwable e) { // even a checked exception: other languages of the JVM throw them from any method
            onRefused.accept(e);
        }
    }

    /** Passes on what was dispatched before, and ends. */
    void close() {
        if (thread != null) {
            thread.shutdown();
        }
    }
}
