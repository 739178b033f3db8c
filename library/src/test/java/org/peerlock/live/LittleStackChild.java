package org.peerlock.live;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.internal.registry.Children.Child;

/**
 * A process in which nothing was loaded or compiled yet. It uses locks where hardly any stack is left,
 * and prints whether another node gets them afterwards.
 */
public final class LittleStackChild {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int ROUNDS = 2;
    private static final long STACK_BYTES = 512 << 10;

    private final Peerlock node;
    private final Peerlock other;

    private LittleStackChild(Peerlock node, Peerlock other) {
        this.node = node;
        this.other = other;
    }

    /** The arguments are the directory of the registry and the scenario. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        try (Peerlock node = Peerlock.builder("live").directory(directory).join();
                Peerlock other = Peerlock.builder("live").directory(directory).join()) {
            for (int round = 0; round < ROUNDS; round++) {
                new LittleStackChild(node, other).play(arguments[1], arguments[1] + round);
            }
        }
    }

    private void play(String scenario, String name) throws Exception {
        DistributedLock lock = node.lock(name);
        DistributedLock elsewhere = other.lock(name);
        switch (scenario) {
            case "lock" -> lockAndUnlock(lock);
            case "acquire" -> acquireAndClose(lock);
            case "idle" -> {
                acquire(lock).close();
                acquire(lock).close();
                lockAndUnlock(lock);
            }
            case "downgrade" -> {
                downgrade(node.readWriteLock(name).writeLock());
                elsewhere = other.readWriteLock(name).writeLock();
            }
            case "waiter" -> closeWhileAnotherWaits(lock, elsewhere);
            default -> throw new IllegalArgumentException(scenario);
        }
        Optional<Grant> free = elsewhere.tryAcquire(PATIENCE);
        Child.say(free.isPresent() ? "free" : "leaked");
        free.ifPresent(Grant::close);
    }

    private static void lockAndUnlock(DistributedLock lock) throws InterruptedException {
        inLittleStack(() -> {
            atTheEnd(lock::lock);
            atTheEnd(lock::unlock);
        });
    }

    private static void acquireAndClose(DistributedLock lock) throws InterruptedException {
        AtomicReference<Grant> grant = new AtomicReference<>();
        inLittleStack(() -> atTheEnd(() -> grant.set(acquire(lock))));
        inLittleStack(() -> atTheEnd(grant.get()::close));
    }

    private static void downgrade(DistributedLock writeLock) throws InterruptedException {
        Grant writes = acquire(writeLock);
        AtomicReference<Grant> reads = new AtomicReference<>();
        inLittleStack(() -> atTheEnd(() -> reads.set(writes.downgrade())));
        reads.get().close();
    }

    private void closeWhileAnotherWaits(DistributedLock lock, DistributedLock elsewhere) throws InterruptedException {
        Grant grant = acquire(lock).onLost(reason -> {});
        CompletableFuture<Grant> waiter = elsewhere.acquireAsync();
        while (node.inspect(lock.name()).waiters().isEmpty()) {
            Thread.onSpinWait();
        }
        inLittleStack(() -> atTheEnd(grant::close));
        waiter.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .thenAccept(Grant::close)
                .exceptionally(late -> null)
                .join();
    }

    private static Grant acquire(DistributedLock lock) {
        try {
            return lock.acquire(PATIENCE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void inLittleStack(Runnable operation) throws InterruptedException {
        Thread thread = new Thread(null, operation, "little-stack", STACK_BYTES);
        thread.start();
        thread.join();
    }

    /** Calls the operation where no stack is left, and again with a little more each time, until it succeeds. */
    @SuppressWarnings("InfiniteRecursion") // it ends where the stack does
    private static void atTheEnd(Runnable operation) {
        try {
            atTheEnd(operation);
        } catch (StackOverflowError e) {
            operation.run();
        }
    }
}
