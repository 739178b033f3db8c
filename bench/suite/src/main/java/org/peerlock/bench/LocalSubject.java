package org.peerlock.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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

    private final Map<String, Lock> locks = new ConcurrentHashMap<>();

    @Override
    public ThreadLock exclusive(String name) {
        return ThreadLock.of(locks.computeIfAbsent(name, any -> new ReentrantLock()));
    }

    @Override
    public void close() {}
}
