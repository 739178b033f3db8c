package org.peerlock.internal.engine.lockword;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/** Real threads that acquire and release as fast as they can while the loop works, and what must hold all the time. */
final class Scene {

    private static final int THREADS = 2;

    private final GrantGates gates = new GrantGates();
    private final LockWord word = new LockWord();
    /** The loop has to look at the word. */
    private final AtomicBoolean told = new AtomicBoolean();

    private final CountDownLatch started = new CountDownLatch(THREADS);
    private volatile boolean over;
    private volatile boolean sealed;
    private volatile long report;
    /** How many threads hold the lock, by generation. */
    private final AtomicIntegerArray inside;
    /** The greatest fence so far, by generation. */
    private final AtomicLongArray greatest;
    /** The last fence that was granted in each generation that is over. */
    private final AtomicLongArray last;
    /** Used by the loop: the lock is held, and its release will tell the loop. */
    private boolean awaiting;

    /** A lock that is retained. */
    Scene(int expiries) {
        inside = new AtomicIntegerArray(expiries + 1);
        greatest = new AtomicLongArray(expiries + 1);
        last = new AtomicLongArray(expiries + 1);
        gates.renew(1, 0);
        gates.open(1);
        look();
    }

    /** Threads enter and leave until the loop has done its part. */
    void play(Consumer<Scene> loop) {
        List<CompletableFuture<Void>> visitors = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            visitors.add(CompletableFuture.runAsync(this::visit, visitor -> new Thread(visitor).start()));
        }
        try {
            started.await();
            loop.accept(this);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            over = true;
        }
        visitors.forEach(CompletableFuture::join);
        mustBe(told.get() || !awaiting, "everybody has left, and nobody has told");
        if (told.get()) {
            look();
        }
        mustBe(word.tryAcquire(gates, gates.current(), 0) > 0, "everybody has left, and nobody can enter");
    }

    private void visit() {
        started.countDown();
        while (!over) {
            GrantGate grantGate = gates.current();
            long fence = word.tryAcquire(gates, grantGate, 0);
            if (fence > 0) {
                enterAndLeave(fence, (int) grantGate.generation());
            } else if (fence == LockWord.NONE_TELL) {
                told.set(true);
            }
        }
    }

    private void enterAndLeave(long fence, int generation) {
        mustBe(inside.incrementAndGet(generation) == 1, "two are inside in one generation");
        mustBe(greatest.getAndSet(generation, fence) < fence, "a fence is not greater than the last");
        mustBe(last.get(generation) == 0 || fence <= last.get(generation), "a grant in a generation that is over");
        mustBe(
                !sealed || fence == report || !gates.valid(generation, 0),
                "a hold outlives its view, and is not in the report");
        mustBe(word.held() || !gates.valid(generation, 0), "a hold is valid, and its word does not know");
        inside.decrementAndGet(generation);
        if (word.release(fence, generation, gates, 0) == ReleaseOutcome.TELL) {
            told.set(true);
        }
    }

    // What the loop does.

    void changeView() {
        gates.shut();
        report = word.seal();
        sealed = true;
        Thread.onSpinWait();
        sealed = false;
        gates.open(gates.current().epoch() + 1);
        look();
    }

    void expireLease() {
        gates.expireLease();
        word.lose();
        last.set((int) gates.current().generation() - 1, word.lastFence());
        mustBe(gates.renew(1, 0), "no lease after an expiry");
        gates.open(gates.current().epoch());
        look();
    }

    /** Another node wants the lock, gets it, releases it at once, and the lock comes back. */
    void passOn() {
        listen();
        if (word.limit(2) || !word.takeBack()) {
            awaiting = true;
        } else {
            look();
        }
    }

    /** A thread has asked the loop. */
    void grant() {
        listen();
        if (word.waiters(true) || !word.takeBack()) {
            awaiting = true;
        } else {
            awaiting = false;
            word.waiters(false);
            enterAndLeave(word.grant(false), (int) gates.current().generation());
        }
    }

    private void listen() {
        if (told.getAndSet(false)) {
            look();
        }
    }

    /** Takes the lock, if no thread holds it, and leaves it to any thread. */
    private void look() {
        if (word.takeBack()) {
            long epoch = gates.current().epoch();
            long fence = word.lastFence();
            word.arrive(epoch, fence >>> 32 == epoch ? fence & 0xFFFF_FFFFL : 0);
            word.retain(false);
            awaiting = false;
        }
    }

    private static void mustBe(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
