package org.peerlock.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.peerlock.bench.harness.Subject;

/**
 * The JDK's own locks. They exclude the threads of one process only, and show what that alone
 * costs.
 */
public final class LocalSubject implements Subject {

    /** There are no options. */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) {
            return new LocalSubject();
        }
    }

    private final Map<String, Lock> locks = new ConcurrentHashMap<>();

    @Override
    public ThreadLock exclusive(String name) {
        return ThreadLock.of(locks.computeIfAbsent(name, any -> new ReentrantLock()));
    }

    @Override
    public void close() {}
}
