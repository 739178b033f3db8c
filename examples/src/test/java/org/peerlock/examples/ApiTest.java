package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.DistributedLock;
import org.peerlock.FenceGuard;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.LockLossReason;
import org.peerlock.LockLostException;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockListener;
import org.peerlock.ShutdownMode;
import org.peerlock.StaleFenceException;
import org.peerlock.testkit.PeerlockTestCluster;

/** The code of {@code docs/API.md}. */
class ApiTest {

    private static final Duration HALF_A_LEASE = Duration.ofSeconds(3);

    @TempDir
    private Path directory;

    private final Invoices invoices = new Invoices();
    private final PeerlockTestCluster cluster = PeerlockTestCluster.start(2);
    private final DistributedLock lock = cluster.node(1).lock("invoice-42");

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void optionsAreGivenToABuilder() throws InterruptedException {
        Peerlock peerlock = Peerlock.builder("orders")
                .directory(directory)
                .lease(Duration.ofSeconds(10))
                .join();
        try (Grant grant = peerlock.lock("invoice-42").acquire()) {
            assertThat(grant.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(10));
        }
        peerlock.close();
    }

    @Test
    void aProcessMayFinishWhenItIsToldToStop() throws InterruptedException {
        Peerlock peerlock = Peerlock.builder("orders")
                .directory(directory)
                .shutdown(ShutdownMode.DRAIN)
                .gracePeriod(Duration.ofSeconds(25)) // less than the time until the process is killed
                .join();
        assertThat(peerlock.members()).hasSize(1);
        peerlock.close();
    }

    @Test
    void aHolderComesToAnEndWhenItsProcessStops() throws InterruptedException {
        try (Grant grant = lock.acquire()) {
            AtomicBoolean stop = new AtomicBoolean();
            grant.onStopping(() -> stop.set(true));
            for (int number = 1; number <= 100 && !stop.get(); number++) {
                invoices.save(number, "sent", grant.fence());
            }
        }
        assertThat(invoices.state(100)).isEqualTo("sent");
    }

    @Test
    void whoHoldsALockCanBeAsked() throws InterruptedException {
        Peerlock peerlock = cluster.node(2);
        try (Grant grant = lock.withLabel("order-17").acquire()) {
            Inspection seen = peerlock.inspect("invoice-42");
            for (Inspection.Holder holder : seen.holders()) {
                System.out.println(
                        holder.label() + " has held it for " + holder.held().toSeconds() + " s");
            }
            System.out.println(seen.reason());
            assertThat(seen.holders()).extracting(Inspection.Holder::fence).containsExactly(grant.fence());
            assertThat(seen.holders()).extracting(Inspection.Holder::label).containsExactly("order-17");
        }
    }

    @Test
    void losesCanBeHeardOf() throws InterruptedException {
        Peerlock peerlock = cluster.node(1);
        List<String> alarms = new ArrayList<>();
        peerlock.addListener(new PeerlockListener() {
            @Override
            public void lockLost(String name, long fence, LockLossReason reason) {
                alarms.add("Lost " + name + ": " + reason.description());
            }
        });
        lock.acquire();
        cluster.isolate(1);
        cluster.advance(cluster.lease().multipliedBy(2));
        assertThat(alarms).hasSize(1);
    }

    @Test
    void aLockBelongsToItsThread() {
        lock.lock();
        try {
            invoices.save(42, "paid", lock.fence());
        } finally {
            lock.unlock();
        }
        assertThat(invoices.state(42)).isEqualTo("paid");
    }

    @Test
    void aGrantBelongsToWhoeverHasIt() throws InterruptedException {
        try (Grant grant = lock.acquire(Duration.ofSeconds(2))) {
            invoices.save(42, "paid", grant.fence());
        }
        assertThat(invoices.state(42)).isEqualTo("paid");
    }

    @Test
    void whatOneProcessDoesIsEnough() {
        Optional<Grant> elsewhere = cluster.node(2).lock("nightly").tryAcquire();
        DistributedLock nightly = cluster.node(1).lock("nightly");
        assertThat(report(nightly)).isFalse();
        elsewhere.orElseThrow().close();
        assertThat(report(nightly)).isTrue();
    }

    private boolean report(DistributedLock nightly) {
        boolean done = nightly.runIfFree(() -> invoices.save(42, "reported", nightly.fence()));
        return done;
    }

    @Test
    void anActionRunsUnderTheLock() throws Exception {
        lock.run(() -> invoices.save(42, "paid", lock.fence()));
        String state = lock.call(Duration.ofSeconds(2), () -> invoices.state(42)); // waits at most 2 s
        assertThat(state).isEqualTo("paid");
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    void whoHasLostTheLockStops() {
        Iterable<Integer> numbers =
                () -> Stream.of(41, 42, 43).peek(number -> hangCutOff()).iterator();
        assertThatThrownBy(() -> send(numbers)).isInstanceOf(LockLostException.class);
        assertThat(invoices.state(41)).isEqualTo("sent");
        assertThat(invoices.state(43)).isNull();
    }

    private void hangCutOff() {
        cluster.isolate(1);
        cluster.advance(HALF_A_LEASE);
    }

    private void send(Iterable<Integer> numbers) throws InterruptedException {
        try (Grant grant = lock.acquire()) {
            for (int number : numbers) {
                invoices.save(number, "sent", grant.fence()); // throws a LockLostException after a loss
            }
        }
    }

    @Test
    void whoIsBusyElsewhereIsTold() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Grant grant = lock.acquire();
        grant.onLost(reason -> stop.set(true));
        cluster.isolate(1);
        cluster.advance(cluster.lease().plus(HALF_A_LEASE));
        assertThat(stop).isTrue();
    }

    @Test
    void aGuardStandsBeforeWhatIsInThisProcess() throws Exception {
        FenceGuard guard = new FenceGuard();
        Callable<String> printing = () -> "printed";
        Grant grant = lock.acquire();
        long late = grant.fence();
        grant.close();
        grant = lock.acquire();
        String result = guard.call(grant.fence(), printing);
        assertThat(result).isEqualTo("printed");
        assertThatThrownBy(() -> guard.call(late, printing)).isInstanceOf(StaleFenceException.class);
    }

    @Test
    void aFileNamedAfterItsFenceReplacesNoLaterOne() throws Exception {
        Grant slow = lock.acquire();
        long slowFence = slow.fence();
        slow.close();
        try (Grant grant = lock.acquire()) {
            write("new", grant.fence());
        }
        write("old", slowFence);
        assertThat(read()).isEqualTo("new");
    }

    private void write(String report, long fence) throws IOException {
        Path draft = Files.writeString(directory.resolve("draft-" + fence), report);
        Files.move(draft, directory.resolve(String.format("report-%019d", fence)), StandardCopyOption.ATOMIC_MOVE);
    }

    private String read() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path newest = files.filter(file -> file.getFileName().toString().startsWith("report-"))
                    .max(Path::compareTo)
                    .orElseThrow();
            return Files.readString(newest);
        }
    }

    @Test
    void timePassesWhenTheTestWantsIt() throws InterruptedException {
        Grant grant = lock.acquire();
        CompletableFuture<Grant> other = cluster.node(2).lock("invoice-42").acquireAsync();

        cluster.pause(1, cluster.lease().multipliedBy(2)); // like a long garbage collection
        cluster.advance(cluster.lease().multipliedBy(2));

        assertThat(grant.isValid()).isFalse();
        assertThat(other).isCompleted();
    }
}
