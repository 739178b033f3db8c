package org.peerlock.live;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Grant;
import org.peerlock.Inspection;
import org.peerlock.LockMeter;
import org.peerlock.Member;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockListener;
import org.peerlock.internal.cluster.ClusterStateText;

/** The monitoring of nodes that communicate by sockets. */
@Timeout(120)
class MonitoringTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static Set<ObjectName> shown(String cluster) throws Exception {
        return SERVER.queryNames(new ObjectName("org.peerlock:type=Peerlock,cluster=" + cluster + ",*"), null);
    }

    @Test
    void aNodeSeesTheHolderAndTheWaitersOfALockElsewhere() throws Exception {
        try (Nodes nodes = Nodes.join(3, builder -> builder.label("of the test"))) {
            try (Grant grant = nodes.lock(0, "lock").withLabel("order-17").acquire(LONG)) {
                CompletableFuture<Grant> waiting =
                        nodes.lock(1, "lock").withLabel("order-18").acquireAsync();
                Inspection seen = nodes.node(2).inspect("lock", LONG);
                while (seen.waiters().isEmpty()) { // the request is made by another thread
                    seen = nodes.node(2).inspect("lock", LONG);
                }
                assertThat(seen.unanswered()).isEmpty();
                Inspection.Holder holder = seen.holders().get(0);
                assertThat(holder.label()).isEqualTo("order-17");
                assertThat(holder.fence()).isEqualTo(grant.fence());
                assertThat(holder.peer().label()).isEqualTo("of the test");
                assertThat(holder.peer().address()).startsWith("127.0.0.1:");
                assertThat(seen.waiters().get(0).label()).isEqualTo("order-18");
                waiting.cancel(false);
            }
        }
    }

    @Test
    void aNodeKnowsTheVersionsOfTheOthers() throws Exception {
        try (Nodes nodes = Nodes.join(2, builder -> builder)) {
            List<String> seen = versions(nodes.node(0));
            while (seen.contains("")) { // a version is not known yet
                Thread.sleep(10);
                seen = versions(nodes.node(0));
            }
            assertThat(seen).containsExactly(Peerlock.version(), Peerlock.version());
        }
    }

    private static List<String> versions(Peerlock node) {
        return node.members().stream().map(Member::version).toList();
    }

    @Test
    void aProcessIsShownByJmxAsLongAsItIsAMember() throws Exception {
        try (Peerlock peerlock = Peerlock.builder("shown")
                .registry(new UnreliableStore())
                .label("me")
                .join()) {
            assertThat(shown("shown")).hasSize(1);
            ObjectName name = shown("shown").iterator().next();
            try (Grant grant = peerlock.lock("lock").withLabel("order-17").acquire(LONG)) {
                assertThat(SERVER.getAttribute(name, "Held")).isEqualTo(1);
                assertThat(SERVER.getAttribute(name, "Acquisitions")).isEqualTo(1L);
                assertThat(SERVER.invoke(name, "inspect", new Object[] {"lock"}, new String[] {String.class.getName()}))
                        .asString()
                        .contains("order-17", "fence " + grant.fence());
            }
            assertThat(Arrays.toString((Object[]) SERVER.getAttribute(name, "Members")))
                    .contains("(me, this one, 127.0.0.1:");
        }
        assertThat(shown("shown")).isEmpty();
    }

    @Test
    void theNameForJmxFollowsTheIdOfTheProcess(@TempDir Path directory) throws Exception {
        try (Peerlock peerlock = Peerlock.builder("renamed")
                .directory(directory)
                .lease(Duration.ofSeconds(2))
                .join()) {
            Set<ObjectName> before = shown("renamed");
            Files.delete(directory.resolve("cluster-state")); // so it loses its membership, and rejoins
            Set<ObjectName> after = shown("renamed");
            while (after.isEmpty() || after.equals(before)) {
                Thread.sleep(10);
                after = shown("renamed");
            }
            assertThat(after).singleElement().satisfies(name -> {
                assertThat(name.getKeyProperty("node"))
                        .isEqualTo(peerlock.members().get(0).peer().id());
                assertThat(SERVER.getAttribute(name, "Held")).isEqualTo(0);
            });
        }
        assertThat(shown("renamed")).isEmpty();
    }

    @Test
    void everythingThatJmxShowsIsDescribed() throws Exception {
        try (Peerlock peerlock =
                Peerlock.builder("described").registry(new UnreliableStore()).join()) {
            assertThat(peerlock.cluster()).isEqualTo("described");
            MBeanInfo info = SERVER.getMBeanInfo(shown("described").iterator().next());
            assertThat(info.getDescription()).contains("member of a Peerlock cluster");
            assertThat(Stream.concat(Arrays.stream(info.getAttributes()), Arrays.stream(info.getOperations())))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(feature -> assertThat(feature.getDescription())
                            .as(feature.getName())
                            .contains(" ")
                            .doesNotContain("exposed for management"));
        }
    }

    @Test
    void aFullDiskIsOneProblemAlthoughTheRegistryCanBeRead() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        List<String> events = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (Peerlock peerlock = Peerlock.builder("full")
                .registry(registry)
                .lease(Duration.ofSeconds(2))
                .join()) {
            peerlock.addListener(new PeerlockListener() {
                @Override
                public void registryUnavailable(String reason) {
                    events.add(reason);
                }

                @Override
                public void registryAvailable() {
                    events.add("available");
                    ended.complete(null);
                }
            });
            registry.become(UnreliableStore.Mood.IS_READ_ONLY);
            while (registry.failedWrites() < 10) {
                Thread.sleep(10);
            }
            assertThat(ended).isNotDone();
            registry.become(UnreliableStore.Mood.WORKS);
            ended.get(30, SECONDS);
            assertThat(events).containsExactly("no space left on device", "available");
        }
    }

    @Test
    void aRegistryThatHasGoneBackIsAProblemUntilItIsCurrentAgain() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        List<String> events = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<Void> began = new CompletableFuture<>();
        try (Peerlock peerlock = Peerlock.builder("restored")
                .registry(registry)
                .lease(Duration.ofSeconds(2))
                .join()) {
            long old = ClusterStateText.read(registry.read(TIMEOUT).content()).revision();
            registry.backUp();
            while (ClusterStateText.read(registry.read(TIMEOUT).content()).revision() == old) {
                Thread.sleep(10);
            }
            peerlock.addListener(new PeerlockListener() {
                @Override
                public void registryUnavailable(String reason) {
                    events.add(reason);
                    began.complete(null);
                }

                @Override
                public void registryAvailable() {
                    events.add("available");
                    ended.complete(null);
                }
            });
            registry.become(UnreliableStore.Mood.IS_OLD);
            began.get(30, SECONDS);
            registry.become(UnreliableStore.Mood.WORKS);
            ended.get(30, SECONDS);
            assertThat(events).hasSize(2).last().isEqualTo("available");
            assertThat(events.get(0))
                    .matches("it has gone back to revision " + old
                            + ", and this process has seen revision \\d+\\. Has somebody restored a backup\\?"
                            + " Delete the registry instead");
        }
    }

    @Test
    void aListenerHearsOfTroubleWithTheRegistryAndOfItsEnd() throws Exception {
        UnreliableStore registry = new UnreliableStore();
        CompletableFuture<String> began = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        try (Peerlock peerlock = Peerlock.builder("troubled").registry(registry).join()) {
            peerlock.addListener(new PeerlockListener() {
                @Override
                public void registryUnavailable(String reason) {
                    began.complete(reason);
                }

                @Override
                public void registryAvailable() {
                    ended.complete(null);
                }
            });
            registry.become(UnreliableStore.Mood.FAILS);
            assertThat(began.get(30, SECONDS)).isEqualTo("out of order");
            assertThat(ended).isNotDone();
            registry.become(UnreliableStore.Mood.WORKS);
            ended.get(30, SECONDS);
        }
    }

    @Test
    void aMeterSeesEveryAcquisitionAndAMeterThatFailsDoesNoHarm() throws Exception {
        AtomicLong acquired = new AtomicLong();
        AtomicLong released = new AtomicLong();
        try (Peerlock peerlock =
                Peerlock.builder("measured").registry(new UnreliableStore()).join()) {
            peerlock.addMeter(new LockMeter() {
                @Override
                public void acquired(String lock, long waitedNanos) {
                    throw new IllegalStateException("of the meter");
                }

                @Override
                public void released(String lock, long heldNanos) {
                    throw new IllegalStateException("of the meter");
                }
            });
            LockMeter meter = new LockMeter() {
                @Override
                public void acquired(String lock, long waitedNanos) {
                    acquired.incrementAndGet();
                }

                @Override
                public void released(String lock, long heldNanos) {
                    released.incrementAndGet();
                }
            };
            peerlock.addMeter(meter);
            for (int i = 0; i < 3; i++) {
                peerlock.lock("lock").acquire(LONG).close();
            }
            peerlock.lock("lock").acquireAsync().get(30, SECONDS).close();
            peerlock.semaphore("pool", 2).acquireAsync(1).get(30, SECONDS).close();
            assertThat(acquired).hasValue(5);
            assertThat(released).hasValue(5);
            peerlock.removeMeter(meter);
            peerlock.lock("lock").acquire(LONG).close();
            assertThat(acquired).hasValue(5);
        }
    }
}
