package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.live.Cluster.ask;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.DistributedLock;
import org.peerlock.Grant;
import org.peerlock.IncompatibleSettingsException;
import org.peerlock.LockLossReason;
import org.peerlock.LockLostException;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.PeerlockClosedException;
import org.peerlock.PeerlockException;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.registry.Children.Child;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** How a node joins, what it does when the others or the registry do not answer, and how it leaves. */
class MembershipTest {

    private static final Duration LEASE = Duration.ofSeconds(6);

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void chooseTheDirectory() {
        directory = temporary.resolve("cluster");
    }

    private PeerlockBuilder builder() {
        return Peerlock.builder("live").directory(directory).lease(LEASE);
    }

    // Coming

    @Test
    void theAlgorithmsChangeWhenAllProcessesAskForTheSameOnesAndLocksStayHeld() throws InterruptedException {
        PeerlockBuilder other = builder().algorithm("suzuki-kasami");
        Peerlock second;
        Grant grant;
        try (Peerlock first = builder().join()) {
            first.lock("a").acquire().close();
            second = other.join();
            grant = second.lock("a").acquire();
            assertThat(second.inspect("a").algorithm()).isEqualTo("naimi-trehel");
        }
        try (second;
                grant;
                Peerlock third = other.join()) {
            assertThat(third.members()).hasSize(2);
            assertThat(third.inspect("a").algorithm()).isEqualTo("suzuki-kasami");
            assertThat(grant.isValid()).isTrue();
        }
    }

    /** It is not known in time whether the member is alive, which renews every 100 seconds. */
    @Test
    void aNodeThatCannotRunTheAlgorithmsOfTheClusterIsToldWhichTheyAre() throws Exception {
        RegistryStore registry = new InMemoryRegistryStore();
        ClusterState state = ClusterState.create(
                        new Incarnation(7, 7),
                        RegistrySecret.WITHHELD,
                        "live",
                        new ClusterSettings(1, "of-tomorrow"),
                        100,
                        null)
                .apply(new RegistryCommand.Join(
                        new Incarnation(1, 1),
                        Endpoint.plain("127.0.0.1:1"),
                        ProtocolRange.OF_LIBRARY,
                        new LeaseTerms(600_000, 10_000),
                        0))
                .orElseThrow();
        assertThat(registry.compareAndSet(TaggedBytes.ABSENT.tag(), ClusterStateText.write(state), LEASE))
                .isTrue();
        PeerlockBuilder before = builder().registry(registry).joinTimeout(Duration.ofSeconds(5));
        assertThatThrownBy(before::join)
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessage("could not become a member of cluster 'live' within 5 s: algorithms: in the registry"
                        + " of-tomorrow, which this version does not run; and a process with the settings of the"
                        + " registry may be alive. Use the registry of this cluster, and a version of the library that"
                        + " fits, in all processes; or stop all processes of the cluster first");
    }

    @Test
    void aProcessMayHaveAnotherLeaseThanTheOthers() throws InterruptedException {
        try (Peerlock first = builder().lease(Duration.ofMinutes(10)).join();
                Peerlock second = builder().clockDriftPpm(20_000).join()) {
            first.lock("a").acquire().close();
            second.lock("a").acquire().close();
            assertThat(second.members()).hasSize(2);
        }
    }

    @Test
    void aNodeThatTakesTheSettingsOfTheClusterJoins() throws Exception {
        PeerlockBuilder particular = builder()
                .algorithm("suzuki-kasami")
                .algorithm("\"pool\\\", ", "raymond-k")
                .lease(Duration.ofSeconds(9))
                .clockDriftPpm(20_000);
        try (Peerlock first = particular.join();
                Peerlock second = builder().useClusterSettings().join()) {
            first.lock("a").acquire().close();
            try (Grant grant = second.lock("a").acquire()) {
                assertThat(grant.isValid()).isTrue();
            }
            assertThat(second.inspect("a").algorithm()).isEqualTo("suzuki-kasami");
            assertThat(second.members()).hasSize(2);
        }
        try (Peerlock last = builder().useClusterSettings().join()) { // they stay when all have gone
            last.lock("a").acquire().close();
            assertThat(last.inspect("a").algorithm()).isEqualTo("suzuki-kasami");
        }
    }

    @Test
    void aNodeThatTakesTheSettingsOfAnEmptyClusterDecidesThem() throws Exception {
        PeerlockBuilder particular = builder().algorithm("suzuki-kasami");
        try (Peerlock first = particular.useClusterSettings().join();
                Peerlock second = builder().algorithm("suzuki-kasami").join()) {
            assertThat(first.members()).hasSize(2);
            assertThat(second.members()).hasSize(2);
        }
    }

    @Test
    void aNodeThatReadTheSettingsBeforeAnotherDecidedThemTakesThemAllTheSame() throws Exception {
        InMemoryRegistryStore shared = new InMemoryRegistryStore();
        RegistryStore late = new ForwardingStore(shared) {
            private final AtomicBoolean looked = new AtomicBoolean();

            @Override
            public TaggedBytes read(Duration timeout) throws IOException {
                return looked.getAndSet(true) ? super.read(timeout) : TaggedBytes.ABSENT;
            }

            @Override
            public DeathDetector deathDetector() {
                return DeathDetector.NONE;
            }
        };
        try (Peerlock first =
                builder().registry(shared).algorithm("suzuki-kasami").join()) {
            assertThat(first.members()).hasSize(1);
            try (Peerlock second = builder().registry(late).useClusterSettings().join()) {
                second.lock("a").acquire().close();
                assertThat(second.inspect("a").algorithm()).isEqualTo("suzuki-kasami");
            }
        }
    }

    @Test
    void aNodeThatCannotReadTheSettingsOfTheClusterSaysWhy() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        PeerlockBuilder builder =
                builder().registry(registry).useClusterSettings().joinTimeout(Duration.ofSeconds(1));
        registry.become(UnreliableStore.Mood.IS_SILENT);
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessage("could not read the settings of cluster 'live': no answer within 1 s");
        builder.joinTimeout(Duration.ofSeconds(30));
        registry.become(UnreliableStore.Mood.FAILS);
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("out of order");
        registry.become(UnreliableStore.Mood.WORKS);
        assertThat(registry.compareAndSet(
                        TaggedBytes.ABSENT.tag(), "peerlock-registry 9\n".getBytes(StandardCharsets.UTF_8), TIMEOUT))
                .isTrue();
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("the registry begins with 'peerlock-registry 9'");
    }

    @Test
    void whoDoesNotUnderstandTheSettingsOfTheClusterIsRefused() throws Exception {
        InMemoryRegistryStore registry = new InMemoryRegistryStore();
        ClusterState later = ClusterState.create(
                new Incarnation(0, 1), RegistrySecret.WITHHELD, "live", new ClusterSettings(9, "all"), 1, null);
        assertThat(registry.compareAndSet(TaggedBytes.ABSENT.tag(), ClusterStateText.write(later), TIMEOUT))
                .isTrue();
        PeerlockBuilder builder = builder().registry(registry).useClusterSettings();
        assertThatThrownBy(builder::join)
                .isInstanceOf(IncompatibleSettingsException.class)
                .hasMessage("this node cannot join cluster 'live': protocol: here 1-2, in the registry 9."
                        + " Use the same version in all processes");
    }

    @Test
    void aNodeThatCannotJoinInTimeSaysWhatTheRegistryDoes() {
        UnreliableStore registry = new UnreliableStore();
        PeerlockBuilder builder =
                builder().lease(Duration.ofSeconds(2)).registry(registry).joinTimeout(Duration.ofSeconds(2));
        registry.become(UnreliableStore.Mood.IS_SILENT);
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(
                        "could not become a member of cluster 'live' within 2 s: no answer yet from the memory of this process");
        registry.become(UnreliableStore.Mood.FAILS);
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("out of order");
    }

    /** The store answers only while the joining thread waits for a limited time, which it must not do any more. */
    @Test
    void theTimeThatTheNodeNeedsToStartCountsForJoining() {
        Duration timeout = Duration.ofSeconds(2);
        Thread joining = Thread.currentThread();
        RegistryStore slow = new ForwardingStore(new InMemoryRegistryStore()) {
            @Override
            public DeathDetector deathDetector() { // called while the node starts
                for (long begin = System.nanoTime(); System.nanoTime() - begin < timeout.toNanos(); ) {
                    Thread.onSpinWait();
                }
                return store.deathDetector();
            }

            @Override
            public TaggedBytes read(Duration limit) throws IOException {
                for (long begin = System.nanoTime(); joining.getState() != Thread.State.TIMED_WAITING; ) {
                    if (System.nanoTime() - begin > limit.toNanos()) {
                        throw new IOException("nobody waits for it");
                    }
                    Thread.onSpinWait();
                }
                return store.read(limit);
            }
        };
        assertThatThrownBy(builder().registry(slow).joinTimeout(timeout)::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("within 2 s");
    }

    /** Its first write fails, and then it only reads, because a member does not respond. */
    @Test
    void whoCannotJoinInTimeIsNotToldOfAWriteThatFailedBefore() {
        InMemoryRegistryStore shared = new InMemoryRegistryStore();
        ClusterState ofAnother = ClusterState.create(
                        new Incarnation(0, 1),
                        RegistrySecret.WITHHELD,
                        "live",
                        new ClusterSettings(1, "naimi-trehel"),
                        1,
                        null)
                .apply(new RegistryCommand.Join(
                        new Incarnation(0, 2),
                        Endpoint.plain("127.0.0.1:9"),
                        ProtocolRange.OF_LIBRARY,
                        new LeaseTerms(600_000, 10_000),
                        0))
                .flatMap(joined -> joined.apply(new RegistryCommand.Propose(new TreeMap<>(), false)))
                .flatMap(proposed -> proposed.apply(new RegistryCommand.Install(2)))
                .orElseThrow();
        RegistryStore full = new ForwardingStore(shared) {
            @Override
            public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
                shared.compareAndSet(TaggedBytes.ABSENT.tag(), ClusterStateText.write(ofAnother), timeout);
                throw new IOException("no space left on device");
            }

            @Override
            public DeathDetector deathDetector() {
                return DeathDetector.NONE;
            }
        };
        PeerlockBuilder builder =
                builder().lease(Duration.ofMinutes(10)).registry(full).joinTimeout(Duration.ofSeconds(5));
        assertThatThrownBy(builder::join)
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(
                        "Node " + new Incarnation(0, 2).shortId() + " at 127.0.0.1:9 has not answered for ")
                .hasMessageContaining(" s: ") // why
                .hasMessageEndingWith("set the right address at the member by advertise(...) or PEERLOCK_ADVERTISE");
    }

    @Test
    void aNodeThatCouldNotJoinLeavesNoFileBehind() throws Exception {
        FileRegistryStore files = new FileRegistryStore(directory);
        RegistryStore breaks = new ForwardingStore(files) {
            private volatile boolean broken;

            @Override
            public TaggedBytes read(Duration timeout) throws IOException {
                if (broken) {
                    throw new IOException("out of order");
                }
                return super.read(timeout);
            }

            @Override
            public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
                broken = !tag.isEmpty(); // from when it tries to join
                return !broken && super.compareAndSet(tag, content, timeout);
            }
        };
        PeerlockBuilder builder =
                builder().lease(Duration.ofSeconds(2)).registry(breaks).joinTimeout(Duration.ofSeconds(2));
        assertThatThrownBy(builder::join).isInstanceOf(RegistryUnavailableException.class);
        DeathDetector unaware = new FileRegistryStore(directory).deathDetector(); // has never seen the registry
        for (int i = 0; i < 3_000 && !unaware.longestLease().equals(Optional.of(Duration.ZERO)); i++) {
            Thread.sleep(10);
        }
        assertThat(unaware.longestLease()).contains(Duration.ZERO);
    }

    // When others do not answer

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJoiningNodeSeesSoonThatAMemberItAskedHasDied() throws Exception {
        Duration lease = Duration.ofHours(1);
        FileRegistryStore files = new FileRegistryStore(directory);
        CountDownLatch looked = new CountDownLatch(1);
        DeathDetector seen = files.deathDetector();
        Object watched = Proxy.newProxyInstance(
                DeathDetector.class.getClassLoader(),
                new Class<?>[] {DeathDetector.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(seen, arguments);
                    if (method.getName().equals("dead")) {
                        looked.countDown();
                    }
                    return result;
                });
        RegistryStore registryStore = new ForwardingStore(files) {
            @Override
            public DeathDetector deathDetector() {
                return (DeathDetector) watched;
            }
        };
        try (Cluster others = new Cluster(directory, lease, 1)) {
            Child member = others.start(1).get(0);
            others.stop(member);
            CompletableFuture<Peerlock> joins = CompletableFuture.supplyAsync(() -> {
                try {
                    return builder()
                            .lease(lease)
                            .cohort(1)
                            .registry(registryStore)
                            .join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            looked.await();
            member.kill();
            joins.join().close();
        }
    }

    @Test
    void aRegistryThatFailsForLongerThanTheLeaseCostsTheLocksAndNothingElse() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        try (Peerlock node =
                builder().lease(Duration.ofSeconds(2)).registry(registry).join()) {
            DistributedLock lock = node.lock("a");
            CompletableFuture<LockLossReason> told = new CompletableFuture<>();
            Grant grant = lock.acquire().onLost(told::complete);
            long fence = grant.fence();

            registry.become(UnreliableStore.Mood.FAILS);
            assertThat(told.get(30, TimeUnit.SECONDS)).isEqualTo(LockLossReason.LEASE_EXPIRED);
            assertThat(grant.isValid()).isFalse();
            assertThat(grant.remaining()).isZero();
            assertThatThrownBy(grant::fence).isInstanceOf(LockLostException.class);
            assertThatThrownBy(grant::close)
                    .isInstanceOfSatisfying(
                            LockLostException.class,
                            e -> assertThat(e.reason()).isEqualTo(LockLossReason.LEASE_EXPIRED));
            assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(100)))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("out of order");

            CompletableFuture<Grant> waiting = lock.acquireAsync();
            registry.become(UnreliableStore.Mood.WORKS);
            try (Grant again = waiting.get(30, TimeUnit.SECONDS)) {
                assertThat(again.fence()).isGreaterThan(fence);
                assertThat(grant.isValid()).isFalse();
            }
        }
    }

    @Test
    void aRegistryDirectoryThatIsDeletedIsCreatedAgain() throws Exception {
        PeerlockBuilder builder = builder().lease(Duration.ofSeconds(2));
        try (Peerlock one = builder.join();
                Peerlock two = builder.join()) {
            Grant lost = one.lock("a").acquire();
            long fence = lost.fence();
            Files.move(directory, directory.resolveSibling("deleted")); // in one step, although the nodes write to it
            try (Grant next = two.lock("a").acquire(Duration.ofSeconds(60))) {
                assertThat(lost.isValid()).isFalse();
                assertThat(next.fence()).isGreaterThan(fence);
            }
            one.lock("a").acquire(Duration.ofSeconds(60)).close();
        }
    }

    /** The holder renews every 100 seconds, so it does not notice the deletion. */
    @Test
    void whoCreatesADeletedRegistryAnewWaitsForTheLongerLeaseOfALivingHolder() throws Exception {
        try (Peerlock holder = builder().lease(Duration.ofMinutes(10)).join();
                Grant held = holder.lock("a").acquire()) {
            Files.delete(directory.resolve("cluster-state"));
            PeerlockBuilder shorter = builder().lease(Duration.ofSeconds(1)).joinTimeout(Duration.ofSeconds(5));
            assertThatThrownBy(shorter::join)
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("their leases have not expired yet");
            assertThat(held.isValid()).isTrue();
            ClusterState created = ClusterStateText.read(
                    new FileRegistryStore(directory).read(TIMEOUT).content());
            assertThat(Objects.requireNonNull(created.members().get(Incarnation.GENESIS))
                            .lease()
                            .leaseMillis())
                    .isEqualTo(606_061); // 10 minutes on a clock that is slow by 1 %
        }
    }

    @Test
    void aRegistryThatBreaksIsTriedAgain() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        try (Peerlock node =
                builder().lease(Duration.ofSeconds(2)).registry(registry).join()) {
            Grant grant = node.lock("a").acquire();
            registry.become(UnreliableStore.Mood.IS_BROKEN);
            while (grant.isValid()) {
                Thread.sleep(10);
            }
            assertThatThrownBy(() -> node.lock("a").acquire(Duration.ofMillis(100)))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("NoClassDefFoundError: driver");
            registry.become(UnreliableStore.Mood.WORKS);
            assertThat(node.lock("a").tryAcquire(Duration.ofSeconds(30))).isPresent();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nobodyWaitsForLongerThanItSaidAlthoughAllOthersStandStill() throws Exception {
        Duration lease = Duration.ofSeconds(15); // a wait of this length would get the lock of the paused processes
        try (Cluster others = new Cluster(directory, lease, 1)) {
            List<Child> children = others.start(2);
            try (Peerlock node = builder().lease(lease).cohort(1).join()) {
                DistributedLock lock = node.lock("a");
                assertThat(ask(children.get(0), "acquire a")).startsWith("fence ");
                for (Child child : children) {
                    others.stop(child);
                }
                assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(200))).isInstanceOf(PeerlockException.class);
                assertThat(lock.tryAcquire(Duration.ofMillis(200))).isEmpty();
                assertThat(lock.tryLock(200, TimeUnit.MILLISECONDS)).isFalse();
                assertThat(lock.tryLock()).isFalse();
                for (Child child : children) {
                    child.kill();
                }
                assertThat(lock.tryLock(60, TimeUnit.SECONDS)).isTrue();
                lock.unlock();
            }
        }
    }

    // Going

    @Test
    void aWaitingThreadIsToldThatItsNodeLeaves() throws Exception {
        try (Nodes nodes = Nodes.join(2, builder -> builder.lease(LEASE))) {
            Grant held = nodes.lock(0, "a").acquire();
            CompletableFuture<Grant> here = nodes.lock(1, "a").acquireAsync();
            nodes.node(1).close();
            assertThat(here)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withCauseInstanceOf(PeerlockClosedException.class)
                    .withMessageContaining("this process has left cluster 'live'");
            assertThat(held.isValid()).isTrue();
            held.close();
        }
    }

    @Test
    void aNodeThatLeavesWaitsForTheHolderOfALockAndThenHandsItOver() throws Exception {
        try (Nodes nodes = Nodes.join(2, builder -> builder.lease(Duration.ofSeconds(20)))) {
            Grant held = nodes.lock(0, "a").acquire();
            CompletableFuture<Grant> elsewhere = nodes.lock(1, "a").acquireAsync();
            CompletableFuture<Void> leaving = CompletableFuture.runAsync(nodes.node(0)::close);
            assertThat(held.isValid()).isTrue();
            long fence = held.fence();
            held.close();
            try (Grant next = elsewhere.get(30, TimeUnit.SECONDS)) {
                assertThat(next.fence()).isGreaterThan(fence);
            }
            leaving.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aNodeThatHasLeftGrantsNothing() throws Exception {
        Peerlock node = builder().join();
        DistributedLock lock = node.lock("a");
        lock.acquire().close();
        node.close();
        node.close();
        assertThatThrownBy(lock::lock).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::acquire).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(() -> lock.acquire(Duration.ofSeconds(1))).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(() -> lock.tryAcquire(Duration.ZERO)).isInstanceOf(PeerlockClosedException.class);
        assertThatThrownBy(lock::acquireAsync)
                .isInstanceOf(PeerlockClosedException.class)
                .hasMessage("this process has left cluster 'live'");
    }
}
