package org.peerlock.internal.transport;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for work that would hold up the event loop: the computations of TLS handshakes, and looking up the names of hosts. A
 * connection has at most one task of each kind, so the limits for connections limit the queues. A slow name server does not hold
 * up handshakes, which have threads of their own. Idle threads end.
 */
final class BackgroundThreads {

    private static final int HANDSHAKE_THREADS = 2;
    private static final long IDLE_SECONDS = 10;

    private final ExecutorService handshakes;
    private final ExecutorService names;

    BackgroundThreads(String cluster) {
        handshakes = pool("peerlock-" + cluster + "-tls", HANDSHAKE_THREADS);
        names = pool("peerlock-" + cluster + "-names", 1);
    }

    private static ExecutorService pool(String name, int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy()); // nobody waits for it after the end
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    ExecutorService handshakes() {
        return handshakes;
    }

    ExecutorService names() {
        return names;
    }

    void close() {
        handshakes.shutdownNow();
        names.shutdownNow();
    }
}
