package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.LogLines;
import org.slf4j.LoggerFactory;

/** Which thread does which task, and what an interrupt does to them. */
@Timeout(120)
class ReplaceableThreadTest {

    private final ReplaceableThread tasks = new ReplaceableThread("tasks");
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void end() {
        goOn.countDown();
        tasks.close();
    }

    /** Does a task, and returns the thread that did it. */
    private Thread threadOfNextTask() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        tasks.execute(() -> thread.complete(Thread.currentThread()));
        return thread.get(60, TimeUnit.SECONDS);
    }

    /** Begins a task that does not end before the test lets it, whether it is interrupted or not. */
    private ReplaceableThread.Task beginLongTask(Runnable atTheEnd) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        ReplaceableThread.Task task = tasks.execute(() -> {
            begun.countDown();
            awaitUninterruptibly(goOn);
            atTheEnd.run();
        });
        begun.await();
        return task;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                latch.await();
                over = true;
            } catch (InterruptedException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void oneDaemonThreadDoesAllTasksInTheirOrder() throws Exception {
        List<Integer> done = new CopyOnWriteArrayList<>();
        tasks.execute(() -> done.add(1));
        tasks.execute(() -> done.add(2));
        Thread thread = threadOfNextTask();
        assertThat(done).containsExactly(1, 2);
        assertThat(thread.getName()).isEqualTo("tasks");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(threadOfNextTask()).isSameAs(thread);
    }

    @Test
    void aTaskThatFailsDoesNotEndTheThread() throws Exception {
        Thread thread = threadOfNextTask();
        tasks.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        tasks.execute(() -> {
            throw new StackOverflowError("on purpose");
        });
        assertThat(threadOfNextTask()).isSameAs(thread);
    }

    @Test
    void aTaskThatIsInterruptedWhileItWaitsIsNotDone() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        ReplaceableThread.Task running = beginLongTask(() -> done.add("first"));
        ReplaceableThread.Task waiting = tasks.execute(() -> done.add("second"));
        waiting.interrupt();
        goOn.countDown();
        threadOfNextTask();
        assertThat(done).containsExactly("first");
        running.interrupt(); // it has ended: nothing happens
        assertThat(threadOfNextTask().isInterrupted()).isFalse();
    }

    @Test
    void anInterruptIsNotPassedOnToTheNextTask() throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        ReplaceableThread.Task task = tasks.execute(() -> {
            ready.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        tasks.execute(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        ready.await();
        task.interrupt();
        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void anotherThreadTakesThePlaceOfOneThatIgnoresAnInterrupt() throws Exception {
        CompletableFuture<Thread> abandoned = new CompletableFuture<>();
        ReplaceableThread.Task stuck = beginLongTask(() -> abandoned.complete(Thread.currentThread()));
        stuck.interrupt();
        Thread other = threadOfNextTask();
        assertThat(other.getName()).isEqualTo("tasks-2");
        goOn.countDown();
        Thread first = abandoned.get(60, TimeUnit.SECONDS);
        first.join(); // it has been replaced, and does no further task
        assertThat(threadOfNextTask()).isSameAs(other);
    }

    @Test
    void aTaskThatTakesLongButWasNotInterruptedIsNotReplaced() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        beginLongTask(() -> done.add("long"));
        CompletableFuture<String> name = new CompletableFuture<>();
        tasks.execute(() -> {
            done.add("next");
            name.complete(Thread.currentThread().getName());
        });
        goOn.countDown();
        assertThat(name.get(60, TimeUnit.SECONDS)).isEqualTo("tasks");
        assertThat(done).containsExactly("long", "next");
    }

    @Test
    void afterTheEndTasksThatWaitAreDoneAndNoOthersAndTheThreadEnds() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        Thread thread = threadOfNextTask();
        beginLongTask(() -> {});
        tasks.execute(() -> done.add("waits"));
        tasks.close();
        tasks.execute(() -> done.add("too late"));
        goOn.countDown();
        thread.join();
        assertThat(done).containsExactly("waits");
    }

    @Test
    void anIdleThreadEndsWhenItIsNotNeededAnyMore() throws Exception {
        Thread thread = threadOfNextTask();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        tasks.close();
        thread.join();
        assertThat(thread.isAlive()).isFalse();
    }

    // Tasks that are stuck

    private long reports(LogLines lines) {
        return lines.warnings().stream()
                .filter(line -> line.startsWith("A call of the registry does not return"))
                .count();
    }

    @Test
    void aTaskThatIsStuckIsReportedOnceAndNotBeforeTheTimeOfALaterOneIsOver() throws Exception {
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class))) {
            ReplaceableThread.Task stuck = beginLongTask(() -> {});
            stuck.interrupt();
            ReplaceableThread.Task later = tasks.execute(() -> {});
            threadOfNextTask();
            tasks.reportStuck(stuck);
            assertThat(reports(lines)).isZero();
            tasks.reportStuck(later);
            assertThat(reports(lines)).isEqualTo(1);
            tasks.reportStuck(later);
            assertThat(reports(lines)).isEqualTo(1);
        }
    }

    @Test
    void theReturnOfAStuckTaskIsReportedIfItsBeingStuckWas() throws Exception {
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class), Level.INFO)) {
            CompletableFuture<Thread> unnoticed = new CompletableFuture<>();
            CountDownLatch returns = new CountDownLatch(1);
            CountDownLatch begun = new CountDownLatch(1);
            ReplaceableThread.Task stuck = tasks.execute(() -> {
                unnoticed.complete(Thread.currentThread());
                begun.countDown();
                awaitUninterruptibly(returns);
            });
            begun.await();
            stuck.interrupt();
            threadOfNextTask();
            returns.countDown();
            unnoticed.get().join();
            assertThat(lines.all()).isEmpty();

            CompletableFuture<Thread> noticed = new CompletableFuture<>();
            beginLongTask(() -> noticed.complete(Thread.currentThread())).interrupt();
            tasks.reportStuck(tasks.execute(() -> {}));
            goOn.countDown();
            noticed.get(60, TimeUnit.SECONDS).join();
            assertThat(lines.all())
                    .hasSize(2)
                    .last()
                    .isEqualTo("A call of the registry that was stuck has returned. Threads that are stuck: 0");
        }
    }

    @Test
    void anInterruptOfATaskThatIsStuckDoesNotReachTheThreadThatGoesOn() throws Exception {
        ReplaceableThread.Task stuck = beginLongTask(() -> {});
        stuck.interrupt();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CountDownLatch told = new CountDownLatch(1);
        tasks.execute(() -> {
            begun.countDown();
            boolean seen = false;
            while (told.getCount() > 0) {
                seen |= Thread.currentThread().isInterrupted();
            }
            interrupted.complete(seen || Thread.currentThread().isInterrupted());
        });
        begun.await();
        stuck.interrupt();
        told.countDown();
        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void whenTooManyTasksAreStuckTheNextOneWaitsForOneOfThem() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (int i = 0; i <= ReplaceableThread.MOST_STUCK; i++) {
            beginLongTask(() -> threads.add(Thread.currentThread())).interrupt();
        }
        CompletableFuture<Thread> next = new CompletableFuture<>();
        tasks.execute(() -> next.complete(Thread.currentThread()));
        goOn.countDown();
        assertThat(next.get(60, TimeUnit.SECONDS).getName()).isEqualTo("tasks-" + (ReplaceableThread.MOST_STUCK + 1));
        assertThat(threads).contains(next.get());
    }
}
