package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.live.Cluster.acquire;
import static org.peerlock.live.Cluster.ask;
import static org.peerlock.live.Cluster.hearFence;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.FenceGuard;
import org.peerlock.StaleFenceException;
import org.peerlock.internal.registry.Children.Child;

/** Processes that pause while they hold a lock, as during swapping or garbage collection. */
@EnabledOnOs(OS.LINUX)
class PauseTest {

    @TempDir
    private Path directory;

    @Test
    void aProcessThatPausesForLongerThanTheLeaseHasLostItsLocksFromItsFirstCallOn() throws Exception {
        Duration lease = Duration.ofSeconds(2);
        try (Cluster cluster = new Cluster(directory.resolve("cluster"), lease, 1)) {
            List<Child> nodes = cluster.start(3);
            Child thread = nodes.get(0);
            Child bearer = nodes.get(1);
            Child other = nodes.get(2);
            thread.tell("lock a");
            long lostA = hearFence(thread);
            long lostB = acquire(bearer, "b");

            cluster.stop(thread);
            cluster.stop(bearer);
            long begin = System.nanoTime();
            long fenceA = acquire(other, "a");
            long fenceB = acquire(other, "b");
            assertThat(fenceA).isGreaterThan(lostA);
            assertThat(fenceB).isGreaterThan(lostB);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            System.out.printf("Locks of nodes that stand still were had after %d ms%n", millis);
            Thread.sleep(Math.max(0, 3 * lease.toMillis() - millis));

            // The commands are there already when the processes continue, so that nothing happens before them.
            thread.tell("unlock a");
            bearer.tell("valid b");
            bearer.tell("close b");
            thread.signal("CONT");
            bearer.signal("CONT");
            assertThat(thread.hear()).isEqualTo("lost " + lostA);
            assertThat(bearer.hear()).isEqualTo("false");
            assertThat(bearer.hear()).isEqualTo("lost " + lostB);
            assertLateWriteIsRefused(thread, "a", fenceA);
            assertLateWriteIsRefused(bearer, "b", fenceB);

            ask(other, "close a");
            assertThat(acquire(bearer, "a")).isGreaterThan(fenceA);
        }
    }

    /** It writes what it read under the lock, although another has written meanwhile. This process is the resource. */
    private static void assertLateWriteIsRefused(Child late, String lock, long fenceOfAnother) throws IOException {
        FenceGuard resource = new FenceGuard();
        resource.check(fenceOfAnother);
        late.tell("write " + lock);
        long fence = hearFence(late);
        assertThatThrownBy(() -> resource.check(fence)).isInstanceOf(StaleFenceException.class);
        assertThat(resource.greatest()).isEqualTo(fenceOfAnother);
    }

    @Test
    void aProcessThatPausesForLessThanTheLeaseKeepsItsLocks() throws Exception {
        Duration lease = Duration.ofSeconds(10);
        try (Cluster cluster = new Cluster(directory.resolve("cluster"), lease, 1)) {
            List<Child> nodes = cluster.start(2);
            Child holder = nodes.get(0);
            Child other = nodes.get(1);
            long fence = acquire(holder, "a");
            other.tell("acquire a");

            cluster.stop(holder);
            Thread.sleep(lease.toMillis() * 3 / 10);
            holder.tell("valid a");
            holder.tell("close a");
            holder.signal("CONT");

            assertThat(holder.hear()).isEqualTo("true");
            assertThat(holder.hear()).isEqualTo("closed");
            long next = hearFence(other);
            assertThat(next).isGreaterThan(fence);
            assertThat(next >>> 32).as("epoch of the view").isEqualTo(fence >>> 32);
        }
    }
}
