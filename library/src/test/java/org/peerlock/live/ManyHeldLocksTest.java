package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;

/** A process holds so many locks that their names together are more than the largest packet. */
class ManyHeldLocksTest {

    /** 70 million bytes; a packet has 67 million at most. */
    private static final int LOCKS = 70_000;

    private static final String LONG_NAME = "n".repeat(990);

    @TempDir
    private Path temporary;

    /** So long that no lease expires on a busy machine. */
    private PeerlockBuilder builder() {
        return Peerlock.builder("many")
                .directory(temporary.resolve("cluster"))
                .lease(Duration.ofMinutes(10))
                .joinTimeout(Duration.ofMinutes(10));
    }

    @Test
    void anotherProcessJoinsAndGetsALock() throws Exception {
        try (Peerlock holder = builder().join()) {
            List<CompletableFuture<Grant>> grants = new ArrayList<>();
            for (int i = 0; i < LOCKS; i++) {
                grants.add(holder.lock(LONG_NAME + i).acquireAsync());
            }
            CompletableFuture.allOf(grants.toArray(CompletableFuture[]::new)).join();
            try (Peerlock another = builder().join();
                    Grant free = another.lock("free").acquire(Duration.ofMinutes(10))) {
                assertThat(free.isValid()).isTrue();
                assertThat(another.lock(LONG_NAME + 7).tryAcquire()).isEmpty();
                assertThat(holder.statistics().lost()).isZero();
                assertThat(grants.get(7).join().isValid()).isTrue();
            }
            grants.forEach(grant -> grant.join().close());
        }
    }
}
