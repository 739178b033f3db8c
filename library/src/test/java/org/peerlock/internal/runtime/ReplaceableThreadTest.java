package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
            boolean over = false;
            while (!over) {
                try {
                    goOn.await();
                    over = true;
                } catch (InterruptedException e) {
                    Thread.onSpinWait();
                }
            }
            atTheEnd.run();
        });
        begun.await();
        return task;
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
        tasks.close();
        thread.join();
        assertThat(thread.isAlive()).isFalse();
    }
}
