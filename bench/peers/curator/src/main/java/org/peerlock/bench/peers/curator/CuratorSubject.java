package org.peerlock.bench.peers.curator;

import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Subject;

/** Curator's lock recipes. The threads of a process share one connection. */
public final class CuratorSubject implements Subject {

    /** Options: {@code host} and {@code port} of the server. */
    public static final class Factory implements Subject.Factory {
        @Override
        public Subject open(Map<String, String> options) throws InterruptedException {
            CuratorFramework client = CuratorFrameworkFactory.newClient(
                    Options.text(options, "host") + ":" + Options.number(options, "port"),
                    new ExponentialBackoffRetry(1000, 3));
            client.start();
            client.blockUntilConnected();
            return new CuratorSubject(client);
        }
    }

    private record CuratorLock(InterProcessLock lock) implements ThreadLock {
        @Override
        public void acquire() throws Exception {
            lock.acquire();
        }

        @Override
        public void release() throws Exception {
            lock.release();
        }
    }

    private static final class CuratorPermit implements ThreadLock {

        private final InterProcessSemaphoreV2 semaphore;
        private @Nullable Lease lease;

        CuratorPermit(InterProcessSemaphoreV2 semaphore) {
            this.semaphore = semaphore;
        }

        @Override
        public void acquire() throws Exception {
            lease = semaphore.acquire();
        }

        @Override
        public void release() {
            semaphore.returnLease(lease);
        }
    }

    private final CuratorFramework client;

    private CuratorSubject(CuratorFramework client) {
        this.client = client;
    }

    @Override
    public ThreadLock exclusive(String name) {
        return new CuratorLock(new InterProcessMutex(client, "/exclusive/" + name));
    }

    @Override
    public ThreadLock read(String name) {
        return new CuratorLock(readWriteLock(name).readLock());
    }

    @Override
    public ThreadLock write(String name) {
        return new CuratorLock(readWriteLock(name).writeLock());
    }

    private InterProcessReadWriteLock readWriteLock(String name) {
        return new InterProcessReadWriteLock(client, "/read-write/" + name);
    }

    @Override
    public ThreadLock permit(String name, int permits) {
        return new CuratorPermit(new InterProcessSemaphoreV2(client, "/semaphore/" + name, permits));
    }

    @Override
    public void close() {
        client.close();
    }
}
