package org.peerlock.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.peerlock.bench.harness.Subject;

/** The JDK's own locks, which are had within one process only: what acquiring costs if there is nobody else. */
public final class LocalSubject implements Subject {

    /** Has no options. */
    public static final class Maker implements Subject.Maker {
        @Override
        public Subject open(Map<String, String> options) {
            return new LocalSubject();
        }
    }

    private record SemaphoreKey(Semaphore semaphore) implements Key {
        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    private final Map<String, Lock> locks = new ConcurrentHashMap<>();
    private final Map<String, ReentrantReadWriteLock> readWriteLocks = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> semaphores = new ConcurrentHashMap<>();

    @Override
    public Key exclusive(String name) {
        return Key.of(locks.computeIfAbsent(name, any -> new ReentrantLock()));
    }

    private ReentrantReadWriteLock readWriteLock(String name) {
        return readWriteLocks.computeIfAbsent(name, any -> new ReentrantReadWriteLock());
    }

    @Override
    public Key read(String name) {
        return Key.of(readWriteLock(name).readLock());
    }

    @Override
    public Key write(String name) {
        return Key.of(readWriteLock(name).writeLock());
    }

    @Override
    public Key permit(String name, int permits) {
        return new SemaphoreKey(semaphores.computeIfAbsent(name, any -> new Semaphore(permits)));
    }

    @Override
    public void close() {}
}
