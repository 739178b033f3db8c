package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who calls the application's executor, and what becomes of a callback that it does not accept. */
@Timeout(60)
class CallbackDispatcherTest {

    private static final String NAME = "callbacks-of-the-test";

    private CallbackDispatcher dispatcher = new CallbackDispatcher(NAME, Runnable::run);

    @AfterEach
    void close() {
        dispatcher.close();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private static void never(Throwable refusal) {
        throw new AssertionError(refusal);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(NAME))
                .count();
    }

    @Test
    void anExecutorThatRunsTasksOnItsCallersThreadDoesNotGetThatOfTheNode() throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        dispatcher.dispatch(() -> ran.complete(Thread.currentThread()), CallbackDispatcherTest::never);
        assertThat(get(ran)).isNotSameAs(Thread.currentThread());
        assertThat(get(ran).getName()).isEqualTo(NAME);
        assertThat(get(ran).isDaemon()).isTrue();
    }

    @Test
    void anExecutorThatBlocksDoesNotBlockTheNode() throws Exception {
        dispatcher.close();
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Void> ran = new CompletableFuture<>();
        dispatcher = new CallbackDispatcher(NAME, task -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            task.run();
        });
        dispatcher.dispatch(() -> {}, CallbackDispatcherTest::never);
        dispatcher.dispatch(() -> ran.complete(null), CallbackDispatcherTest::never);
        assertThat(ran).isNotDone();
        released.countDown();
        get(ran);
    }

    @Test
    void aCallbackThatTheExecutorRefusesIsReported() throws Exception {
        dispatcher.close();
        RejectedExecutionException refusal = new RejectedExecutionException("on purpose");
        OutOfMemoryError error = new OutOfMemoryError("on purpose");
        dispatcher = new CallbackDispatcher(NAME, task -> {
            throw refusal;
        });
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        dispatcher.dispatch(() -> {}, told::complete);
        assertThat(get(told)).isSameAs(refusal);
        dispatcher.close();
        dispatcher = new CallbackDispatcher(NAME, task -> {
            throw error;
        });
        CompletableFuture<Throwable> toldOfError = new CompletableFuture<>();
        dispatcher.dispatch(() -> {}, toldOfError::complete);
        assertThat(get(toldOfError)).isSameAs(error);
    }

    /** Other languages of the JVM throw checked exceptions from any method. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwUnchecked(Throwable any) throws E {
        throw (E) any;
    }

    @Test
    void aCheckedExceptionOfTheExecutorIsARefusalAndTheThreadGoesOn() throws Exception {
        dispatcher.close();
        IOException refusal = new IOException("on purpose");
        CompletableFuture<Thread> first = new CompletableFuture<>();
        dispatcher = new CallbackDispatcher(NAME, task -> {
            if (first.complete(Thread.currentThread())) {
                CallbackDispatcherTest.<RuntimeException>throwUnchecked(refusal);
            }
            task.run();
        });
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        dispatcher.dispatch(() -> {}, told::complete);
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        dispatcher.dispatch(() -> ran.complete(Thread.currentThread()), CallbackDispatcherTest::never);
        assertThat(get(ran)).isSameAs(get(first));
        assertThat(told).isCompletedWithValue(refusal);
    }

    @Test
    void whatWasDispatchedBeforeTheEndIsPassedOnAndTheRestIsReported() throws Exception {
        CompletableFuture<Void> ran = new CompletableFuture<>();
        dispatcher.dispatch(() -> ran.complete(null), CallbackDispatcherTest::never);
        dispatcher.close();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        dispatcher.dispatch(() -> told.complete(new AssertionError("ran")), told::complete);
        assertThat(get(told)).isInstanceOf(RejectedExecutionException.class);
        get(ran);
        while (threads() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theThreadIsThereBeforeItIsNeeded() {
        assertThat(threads()).isEqualTo(1);
    }

    @Test
    void theCommonPoolIsCalledDirectly() throws Exception {
        dispatcher.close();
        while (threads() > 0) {
            Thread.onSpinWait();
        }
        dispatcher = new CallbackDispatcher(NAME, ForkJoinPool.commonPool());
        assertThat(threads()).isZero();
        CompletableFuture<Boolean> ran = new CompletableFuture<>();
        dispatcher.dispatch(
                () -> ran.complete(Thread.currentThread().getName().equals(NAME)), CallbackDispatcherTest::never);
        assertThat(get(ran)).isFalse();
        dispatcher.close();
    }
}
