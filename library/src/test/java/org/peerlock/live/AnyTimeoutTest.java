package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.ClusterObserver;
import org.peerlock.DistributedLock;
import org.peerlock.DistributedSemaphore;
import org.peerlock.Grant;
import org.peerlock.Member;
import org.peerlock.Peerlock;
import org.peerlock.RegistryUnavailableException;

/** Every timeout of the API may be as long and as short as a {@link Duration} can be. */
class AnyTimeoutTest {

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final Duration SHORTEST = Duration.ofSeconds(Long.MIN_VALUE, 1_000_000);

    @TempDir
    private Path directory;

    private Peerlock peerlock;

    @BeforeEach
    void join() throws InterruptedException {
        peerlock = Peerlock.builder("live")
                .directory(directory)
                .useClusterSettings()
                .joinTimeout(LONGEST)
                .join();
    }

    @AfterEach
    void leave() {
        peerlock.close();
    }

    @Test
    void aLockIsAcquiredWithin() throws Exception {
        DistributedLock lock = peerlock.lock("lock");
        lock.acquire(LONGEST).close();
        lock.tryAcquire(LONGEST).orElseThrow().close();
        lock.run(LONGEST, () -> {});
        assertThat(lock.call(LONGEST, () -> "called")).isEqualTo("called");
        assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
        lock.unlock();
        DistributedLock other = peerlock.readWriteLock("other").writeLock();
        peerlock.acquireAll(LONGEST, lock, other).close();
        peerlock.tryAcquireAll(LONGEST, lock, other).orElseThrow().close();
        assertThat(other.tryAcquire(SHORTEST)).isEmpty();
        assertThat(other.tryLock(Long.MIN_VALUE, TimeUnit.DAYS)).isFalse();
        assertThat(peerlock.tryAcquireAll(SHORTEST, lock, other)).isEmpty();
    }

    @Test
    void permitsAreAcquiredWithin() throws Exception {
        DistributedSemaphore semaphore = peerlock.semaphore("semaphore", 2);
        semaphore.acquire(LONGEST).close();
        assertThat(semaphore.tryAcquire(2, LONGEST).map(Grant::permits)).hasValue(2);
        assertThat(semaphore.tryAcquire(SHORTEST)).isEmpty();
    }

    @Test
    void aMemberInspectsTheCluster() throws InterruptedException {
        assertThat(peerlock.inspect("lock", LONGEST).unanswered()).isEmpty();
        assertThat(peerlock.clusterLocks(LONGEST)).isEmpty();
        assertThat(peerlock.clusterLocks(SHORTEST)).isEmpty();
    }

    @Test
    void aProcessThatCannotJoinAtOnceSaysSo() {
        UnreliableStore broken = new UnreliableStore();
        broken.become(UnreliableStore.Mood.FAILS);
        assertThatThrownBy(() -> Peerlock.builder("live")
                        .registry(broken)
                        .joinTimeout(SHORTEST)
                        .join())
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("within 0 s");
    }

    @Test
    void anObserverLooks() throws InterruptedException {
        Predicate<Member> answered = member -> !member.version().isEmpty();
        try (ClusterObserver observer = ClusterObserver.open("live", directory).orElseThrow()) {
            assertThat(observer.members(LONGEST)).singleElement().matches(answered);
            assertThat(observer.members(SHORTEST)).hasSize(1);
            assertThat(observer.inspect("lock", LONGEST).unanswered()).isEmpty();
            assertThat(observer.locks(LONGEST)).isEmpty();
        }
    }

    @Test
    void anObserverThatIsClosedSaysSo() {
        ClusterObserver observer = ClusterObserver.open("live", directory).orElseThrow();
        observer.close();
        observer.close();
        assertThatThrownBy(() -> observer.members(LONGEST)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> observer.inspect("lock", LONGEST)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> observer.locks(LONGEST))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this observer of cluster 'live' was closed");
    }
}
