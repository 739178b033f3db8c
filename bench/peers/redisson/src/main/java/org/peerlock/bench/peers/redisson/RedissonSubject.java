package org.peerlock.bench.peers.redisson;

import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;
import org.redisson.Redisson;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's locks, with its defaults: held until released, and for 30 seconds if the process dies. */
public final class RedissonSubject implements Subject {

    /** Options: {@code host} and {@code port} of the server. */
    public static final class Maker implements Subject.Maker {
        @Override
        public Subject open(Map<String, String> options) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress("redis://" + Options.text(options, "host") + ":" + Options.number(options, "port"));
            return new RedissonSubject(Redisson.create(config));
        }
    }

    private record SemaphoreKey(RSemaphore semaphore) implements ThreadLock {
        @Override
        public void acquire() throws InterruptedException {
            semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    private final RedissonClient client;

    private RedissonSubject(RedissonClient client) {
        this.client = client;
    }

    @Override
    public ThreadLock exclusive(String name) {
        return ThreadLock.of(client.getLock("exclusive/" + name));
    }

    @Override
    public ThreadLock read(String name) {
        return ThreadLock.of(client.getReadWriteLock("read-write/" + name).readLock());
    }

    @Override
    public ThreadLock write(String name) {
        return ThreadLock.of(client.getReadWriteLock("read-write/" + name).writeLock());
    }

    /** The plain semaphore: its permits do not expire, so those of a process that died are lost. */
    @Override
    public ThreadLock permit(String name, int permits) {
        RSemaphore semaphore = client.getSemaphore("semaphore/" + name);
        semaphore.trySetPermits(permits); // does nothing if another process was first
        return new SemaphoreKey(semaphore);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
