package org.peerlock.bench.peers.redisson;

import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;
import org.redisson.Redisson;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks with default settings: held until released, or for 30 seconds after the process
 * died.
 */
public final class RedissonSubject implements Subject {

    /** Options: {@code host} and {@code port} of the server. */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) {
            Config config = new Config();
            config.useSingleServer()
                    .setAddress("redis://" + Options.text(options, "host") + ":" + Options.number(options, "port"));
            return new RedissonSubject(Redisson.create(config));
        }
    }

    private record RedissonPermit(RSemaphore semaphore) implements ThreadLock {
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

    /**
     * The plain semaphore. Its permits do not expire: the permits of a process that died are lost.
     */
    @Override
    public ThreadLock permit(String name, int permits) {
        RSemaphore semaphore = client.getSemaphore("semaphore/" + name);
        semaphore.trySetPermits(permits); // no effect if another process was first
        return new RedissonPermit(semaphore);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
