package org.peerlock.registry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/**
 * A hundred members with their registry in a store, for minutes: without a fault nobody loses a
 * lock. It needs a machine that does nothing else.
 *
 * <p>It prints how long the members took to join, and how many
 * writes a second the registry got. The system properties {@code peerlock.members.lease}, in
 * milliseconds, and {@code peerlock.members.seconds} change the lease and the duration.
 */
@Tag("members")
public abstract class ManyMembersConformance {

    private static final int PROCESSES = 4;
    private static final int MEMBERS_EACH = 25;
    private static final Duration LEASE = Duration.ofMillis(Integer.getInteger("peerlock.members.lease", 6_000));
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("peerlock.members.seconds", 300));
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private final String cluster = "members-" + UUID.randomUUID();
    private final List<MemberProcess> processes = new ArrayList<>();

    /** For a subclass. */
    protected ManyMembersConformance() {}

    /** The URL of the registry, as an application would give it. */
    protected abstract String url();

    /** How many writes there were when the store had this content, counted from any moment on. */
    protected abstract long writes(TaggedBytes stored);

    @Test
    void nobodyLosesALockWithoutAFault(TestInfo test) throws Exception {
        try (RegistryStore store = RegistryStores.open(url(), cluster)) {
            Instant start = Instant.now();
            for (int process = 0; process < PROCESSES; process++) {
                processes.add(new MemberProcess(url(), cluster, LEASE, "process" + process, MEMBERS_EACH));
            }
            for (MemberProcess process : processes) {
                for (int member = 0; member < MEMBERS_EACH; member++) {
                    MemberEvent unused = process.awaitGrant(0, process.ownLock(member));
                }
            }
            report(test, "all members have joined after", seconds(start));
            long first = writes(store);
            Duration cpuBefore = cpu();
            Instant begin = Instant.now();
            double most = 0;
            for (long last = first; Instant.now().isBefore(begin.plus(DURATION)); ) {
                Instant from = Instant.now();
                assertThat(lostBy(from.plus(INTERVAL))).as("lost locks").isEmpty();
                long now = writes(store);
                most = Math.max(most, (now - last) / seconds(from));
                last = now;
            }
            double seconds = seconds(begin);
            report(test, "writes per second", (writes(store) - first) / seconds);
            report(test, "writes per second, most in 10 s", most);
            report(
                    test,
                    "processors that the members used",
                    cpu().minus(cpuBefore).toMillis() / 1e3 / seconds);
        } finally {
            for (MemberProcess process : processes) {
                process.process().kill();
            }
        }
    }

    /** Waits until this time, or until a member loses a lock. */
    private List<MemberEvent> lostBy(Instant end) throws InterruptedException {
        List<MemberEvent> lost = new ArrayList<>();
        for (MemberProcess process : processes) {
            process.unexpected(0, event -> event.kind() == MemberEvent.Kind.LOST, lost.isEmpty() ? end : Instant.now())
                    .ifPresent(lost::add);
        }
        return lost;
    }

    private long writes(RegistryStore store) throws IOException {
        return writes(store.read(READ_TIMEOUT));
    }

    private Duration cpu() {
        return processes.stream()
                .map(process ->
                        process.process().handle().info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static double seconds(Instant since) {
        return Duration.between(since, Instant.now()).toMillis() / 1e3;
    }

    private static void report(TestInfo test, String what, double figure) {
        Figures.print(test, what, String.format(Locale.ROOT, "%.1f", figure));
    }
}
