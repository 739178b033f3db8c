package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundThreadsTest {

    private final BackgroundThreads background = new BackgroundThreads("orders");
    private final List<ExecutorService> both = List.of(background.handshakes(), background.names());

    @AfterEach
    void end() {
        background.close();
    }

    @Test
    void namesAreNotLookedUpByTheThreadsOfHandshakes() throws Exception {
        assertThat(background
                        .handshakes()
                        .submit(() -> Thread.currentThread().getName())
                        .get())
                .isEqualTo("peerlock-orders-tls");
        assertThat(background
                        .names()
                        .submit(() -> Thread.currentThread().getName())
                        .get())
                .isEqualTo("peerlock-orders-names");
    }

    @Test
    void itsThreadsDoNotKeepTheProcessAlive() throws Exception {
        for (ExecutorService threads : both) {
            assertThat(threads.submit(() -> Thread.currentThread().isDaemon()).get())
                    .isTrue();
        }
    }

    @Test
    void idleThreadsEnd() {
        for (ExecutorService threads : both) {
            assertThat(((ThreadPoolExecutor) threads).allowsCoreThreadTimeOut()).isTrue();
        }
    }

    @Test
    void workThatComesAfterTheEndIsDropped() {
        background.close();
        for (ExecutorService threads : both) {
            threads.execute(() -> {});
            assertThat(threads.isTerminated()).isTrue();
        }
    }
}
