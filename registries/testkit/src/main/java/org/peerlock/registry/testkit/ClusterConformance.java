package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * What three processes must do whose registry is in a store, when one of them is killed or leaves,
 * and when the store is away. The processes are real, and all tests of a class use one cluster.
 *
 * <p>Tests with the tag {@code long} wait for several leases.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ClusterConformance {

    private static final int PROCESSES = 3;
    private static final String SHARED = "shared";

    private final String cluster = "trial-" + UUID.randomUUID();
    private final List<MemberProcess> started = new ArrayList<>();
    /** The processes that take part in the next test. */
    private final List<MemberProcess> living = new ArrayList<>();

    /** For a subclass. */
    protected ClusterConformance() {}

    /** The URL of the registry, as an application would give it. */
    protected abstract String url();

    /** Kills all servers of the store as {@code kill -9} does. */
    protected abstract void stopStore() throws Exception;

    /** Starts all servers again with their data, and returns when they serve. */
    protected abstract void startStore() throws Exception;

    /** The lease of the members: much longer than the store needs to start, on a busy machine. */
    protected Duration lease() {
        return Duration.ofSeconds(12);
    }

    /** Whether the store can prove that a process is dead: then nobody waits for its lease. */
    protected boolean provesDeaths() {
        return false;
    }

    @BeforeEach
    final void startProcesses() throws Exception {
        while (living.size() < PROCESSES) {
            MemberProcess process = new MemberProcess(url(), cluster, lease(), "process" + started.size(), 1);
            started.add(process);
            living.add(process);
        }
        for (MemberProcess process : living) {
            MemberEvent unused = process.awaitGrant(0, process.ownLock(0));
        }
    }

    @AfterAll
    final void killProcesses() throws InterruptedException {
        for (MemberProcess process : started) {
            process.process().kill();
        }
    }

    /** Lets one process hold the shared lock. Returns it; it is not among the living any more. */
    private MemberProcess holdShared() throws InterruptedException {
        MemberProcess holder = living.remove(0);
        int before = holder.told();
        holder.acquire(SHARED);
        MemberEvent unused = holder.awaitGrant(before, SHARED);
        return holder;
    }

    /** Lets a process that does not hold the shared lock wait for it. */
    private static int waitForShared(MemberProcess process) {
        int before = process.told();
        process.acquire(SHARED);
        return before;
    }

    private static Map<MemberProcess, Integer> told(List<MemberProcess> processes) {
        Map<MemberProcess, Integer> told = new HashMap<>();
        processes.forEach(process -> told.put(process, process.told()));
        return told;
    }

    private static int at(Map<MemberProcess, Integer> told, MemberProcess process) {
        return Objects.requireNonNull(told.get(process));
    }

    @Test
    void theLockOfAKilledProcessIsGrantedAfterItsLease(TestInfo test) throws Exception {
        MemberProcess holder = holdShared();
        MemberProcess next = living.remove(0);
        int before = waitForShared(next);
        MemberEvent unused = holder.await(holder.told(), event -> event.kind() == MemberEvent.Kind.LASTS);
        long killing = System.nanoTime();
        holder.process().kill();
        long killed = System.nanoTime();
        MemberEvent grant = next.awaitGrant(before, SHARED);
        long leaseEnd = holder.all(MemberEvent.Kind.LASTS).stream()
                .mapToLong(MemberEvent::nanos)
                .max()
                .orElseThrow();
        assertThat(grant.nanos() - (provesDeaths() ? killing : leaseEnd))
                .as("nanoseconds from the end of the holder's lease, or its death, to the next grant")
                .isPositive();
        Figures.print(test, "holder killed, next grant after", millis(killed, grant.nanos()));
        leave(next);
    }

    /** Lets a process leave the cluster: nobody waits for its lease. */
    private static void leave(MemberProcess process) throws InterruptedException {
        process.process().terminate();
        int unused = process.process().awaitEnd();
    }

    @Test
    void aProcessThatLeavesPassesItsLockOn(TestInfo test) throws Exception {
        MemberProcess holder = holdShared();
        MemberProcess next = living.remove(0);
        int before = waitForShared(next);
        long told = System.nanoTime();
        holder.process().terminate();
        MemberEvent grant = next.awaitGrant(before, SHARED);
        assertThat(grant.fence()).isGreaterThan(lastGrant(holder, SHARED).fence());
        Figures.print(test, "holder told to end, next grant after", millis(told, grant.nanos()));
        int unused = holder.process().awaitEnd();
        leave(next);
    }

    private static MemberEvent lastGrant(MemberProcess process, String lock) {
        List<MemberEvent> grants = process.all(MemberEvent.Kind.GRANTED).stream()
                .filter(event -> event.lock().equals(lock))
                .toList();
        return grants.get(grants.size() - 1);
    }

    @Test
    void nothingIsLostWhenTheStoreIsRestarted(TestInfo test) throws Exception {
        Figures.print(test, "store killed and started, away for", loseNothingWhile(() -> {
            stopStore();
            startStore();
        }));
    }

    /** A fault that the store recovers from within a lease. */
    interface Fault {
        void happen() throws Exception;
    }

    /** Every process keeps its lock through a fault, and renews its lease after it. Returns how long it took. */
    final String loseNothingWhile(Fault fault) throws Exception {
        Map<MemberProcess, Integer> before = told(living);
        long start = System.nanoTime();
        fault.happen();
        long end = System.nanoTime();
        for (MemberProcess process : living) {
            // A renewal that was sent after the fault: the lease lasts longer than by any that was sent before.
            MemberEvent next = process.await(
                    at(before, process),
                    event -> event.kind() == MemberEvent.Kind.LOST
                            || (event.kind() == MemberEvent.Kind.LASTS && event.nanos() - end > lease().toNanos()));
            assertThat(next.kind())
                    .as("after %s without the store, with a lease of %s", millis(start, end), lease())
                    .isEqualTo(MemberEvent.Kind.LASTS);
        }
        return millis(start, end);
    }

    @Test
    @Tag("long")
    void everythingIsLostAndNobodyGainsWhenTheStoreIsAwayForThreeLeases(TestInfo test) throws Exception {
        MemberProcess holder = holdShared();
        long epoch = lastGrant(holder, SHARED).epoch();
        living.add(holder);
        for (MemberProcess process : living) {
            if (process != holder) {
                process.acquire(SHARED);
            }
        }
        Map<MemberProcess, Integer> before = told(living);
        stopStore();
        Instant end = Instant.now().plus(lease().multipliedBy(3));
        Map<MemberProcess, Integer> lost = new HashMap<>();
        for (MemberProcess process : living) {
            MemberEvent loss = process.await(
                    at(before, process),
                    event -> event.kind() == MemberEvent.Kind.LOST
                            && event.lock().equals(process.ownLock(0)));
            lost.put(process, process.toldUpTo(loss));
            process.acquire(process.ownLock(0));
        }
        for (MemberProcess process : living) {
            // Until its own lease has expired, it may get the lock of a process whose lease expired first.
            assertThat(process.unexpected(at(lost, process), event -> event.kind() == MemberEvent.Kind.GRANTED, end))
                    .as("granted after the lease had expired, while the store is away")
                    .isEmpty();
        }
        startStore();
        long back = System.nanoTime();
        long last = back;
        for (MemberProcess process : living) {
            MemberEvent again = process.awaitGrant(at(lost, process), process.ownLock(0));
            assertThat(again.epoch()).as("the view").isEqualTo(epoch);
            last = Math.max(last, again.nanos());
        }
        Figures.print(test, "store back, all hold their own locks again after", millis(back, last));
        for (MemberProcess process : living) {
            leave(process);
        }
        living.clear();
    }

    private static String millis(long fromNanos, long toNanos) {
        return Duration.ofNanos(toNanos - fromNanos).toMillis() + " ms";
    }
}
