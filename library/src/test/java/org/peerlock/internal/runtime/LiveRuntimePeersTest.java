package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.LogLines;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.ForwardingStore;
import org.peerlock.registry.InMemoryRegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.slf4j.LoggerFactory;

/** What a node does about other nodes, and about a registry that others have changed. */
@Timeout(120)
class LiveRuntimePeersTest {

    /** A registry in memory that can be deleted, and that records what its death detector is asked. */
    private static final class WatchedStore extends ForwardingStore implements DeathDetector {
        private final BlockingQueue<String> unregistered = new LinkedBlockingQueue<>();
        private final BlockingQueue<Boolean> looks = new LinkedBlockingQueue<>();
        private volatile InMemoryRegistryStore current = new InMemoryRegistryStore();
        private volatile boolean fails;
        /** What it answers instead of its content, as if somebody had restored a backup. */
        private volatile Optional<TaggedBytes> backup = Optional.empty();
        /** Renews its lease before each read, although it answers nobody. */
        private volatile Optional<Incarnation> renews = Optional.empty();

        private volatile Set<String> dead = Set.of();

        WatchedStore() {
            super(new InMemoryRegistryStore());
        }

        void delete() {
            current = new InMemoryRegistryStore();
        }

        @Override
        public TaggedBytes read(Duration timeout) throws IOException {
            if (fails) {
                throw new IOException("out of order");
            }
            if (renews.isPresent()) {
                change(new RegistryCommand.Renew(renews.get(), new TreeSet<>()));
            }
            return backup.isPresent() ? backup.get() : current.read(timeout);
        }

        void change(RegistryCommand command) {
            TaggedBytes seen = current.read(Duration.ZERO);
            ClusterState changed =
                    ClusterStateText.read(seen.content()).apply(command).orElseThrow();
            current.compareAndSet(seen.tag(), ClusterStateText.write(changed), Duration.ZERO);
        }

        @Override
        public boolean compareAndSet(String tag, byte[] content, Duration timeout) {
            return current.compareAndSet(tag, content, timeout);
        }

        @Override
        public DeathDetector deathDetector() {
            return this;
        }

        @Override
        public Set<String> dead() {
            looks.add(true);
            return dead;
        }

        @Override
        public void unregister(String member) {
            unregistered.add(member);
        }

        @Override
        public Optional<Duration> longestLease() {
            return Optional.of(Duration.ZERO);
        }
    }

    private final WatchedStore store = new WatchedStore();
    private final List<LiveRuntime> started = new CopyOnWriteArrayList<>();
    private String cluster = "peers";
    private Timing timing = new Timing(TimeUnit.HOURS.toNanos(1), 10_000);
    private String label = "";

    @AfterEach
    void stopAll() {
        started.forEach(LiveRuntime::stop);
    }

    private LiveRuntime start(RecordingObserver observer) throws IOException {
        NodeSettings settings = new NodeSettings(
                cluster, AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()), timing, "", 1, 1_000);
        LiveRuntime runtime = LiveRuntime.start(
                settings.withLabel(label), NetworkSettings.LOOPBACK, store, false, Runnable::run, observer);
        observer.of = runtime;
        started.add(runtime);
        return runtime;
    }

    private static NodeOverview awaitView(RecordingObserver observer, int members) throws InterruptedException {
        NodeOverview view = observer.views.take();
        while (view.members().size() != members) {
            view = observer.views.take();
        }
        return view;
    }

    private static String incarnation(LiveRuntime runtime) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        runtime.submit((engine, now) -> answer.complete(engine.incarnation().toString()));
        return answer.get(60, TimeUnit.SECONDS);
    }

    /** Requests a lock; the result says how that ended. */
    private static CompletableFuture<String> request(LiveRuntime runtime, AcquireRequest request) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        runtime.submit((engine, now) -> engine.acquire(now, request, new Waiter() {
            @Override
            public boolean offer(Hold hold) {
                return outcome.complete("granted");
            }

            @Override
            public void refuse(String reason) {
                outcome.complete(reason);
            }
        }));
        return outcome;
    }

    @Test
    void theEndOfAConnectionIsAReasonToLookForDeadNodes() throws Exception {
        RecordingObserver first = new RecordingObserver();
        RecordingObserver second = new RecordingObserver();
        LiveRuntime stays = start(first);
        LiveRuntime goes = start(second);
        awaitView(first, 2);
        awaitView(second, 2);
        assertThat(request(goes, AcquireRequest.exclusive("a")).get(60, TimeUnit.SECONDS))
                .isEqualTo("granted");
        assertThat(stays.bytesSent()).isPositive();
        assertThat(goes.bytesSent()).isPositive();
        store.looks.clear();
        goes.stop();
        for (int i = 0; i < 3; i++) {
            assertThat(store.looks.poll(60, TimeUnit.SECONDS)).as("look " + i).isTrue();
        }
    }

    @Test
    void aNodeWhoseDeathIsProvenIsNoMemberAnyMore() throws Exception {
        RecordingObserver first = new RecordingObserver();
        start(first);
        LiveRuntime dies = start(new RecordingObserver());
        awaitView(first, 2);
        store.dead = Set.of(incarnation(dies));
        dies.stop(); // without leaving
        awaitView(first, 1);
    }

    @Test
    void aNodeOfAnotherClusterIsRefusedAndHoldsNothing() throws Exception {
        RecordingObserver first = new RecordingObserver();
        start(first);
        awaitView(first, 1);
        cluster = "others";
        RecordingObserver second = new RecordingObserver();
        LiveRuntime refused = start(second);
        assertThat(second.end.get(60, TimeUnit.SECONDS))
                .startsWith("this node cannot join cluster 'others': ")
                .endsWith(". " + NodeSettings.REMEDY);
        CompletableFuture<Boolean> reached = new CompletableFuture<>();
        refused.submit((engine, now) -> reached.complete(true));
        refused.stop();
        assertThat(reached).as("the engine gets no more inputs").isNotDone();
        assertThat(second.events).containsExactly("refused, without a lease");
    }

    @Test
    void aLockThatIsUsedAsTwoKindsIsReported() throws Exception {
        RecordingObserver observer = new RecordingObserver();
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class))) {
            LiveRuntime runtime = start(observer);
            awaitView(observer, 1);
            assertThat(request(runtime, AcquireRequest.exclusive("a")).get(60, TimeUnit.SECONDS))
                    .isEqualTo("granted");
            assertThat(request(runtime, AcquireRequest.read("a")).get(60, TimeUnit.SECONDS))
                    .contains("'a' is wanted as a read-write lock");
            assertThat(observer.events).singleElement().asString().startsWith("conflict: 'a' is wanted");
            assertThat(lines.warnings())
                    .singleElement()
                    .asString()
                    .contains(" found a lock that is used as different kinds: 'a' is wanted");
        }
    }

    @Test
    void aNodeWhoseRegistryWasDeletedLosesItsLocksAndRejoinsAsAnother() throws Exception {
        timing = new Timing(TimeUnit.SECONDS.toNanos(2), 10_000);
        RecordingObserver observer = new RecordingObserver();
        LiveRuntime runtime = start(observer);
        awaitView(observer, 1);
        String before = incarnation(runtime);
        assertThat(request(runtime, AcquireRequest.exclusive("a")).get(60, TimeUnit.SECONDS))
                .isEqualTo("granted");
        long generation = runtime.gates().current().generation();
        store.delete();
        assertThat(store.unregistered.take()).isEqualTo(before);
        NodeOverview after = awaitView(observer, 1);
        assertThat(incarnation(runtime)).isNotEqualTo(before);
        assertThat(after.members().get(0).id().toString()).isNotEqualTo(before);
        assertThat(runtime.gates().valid(generation, runtime.now())).isFalse();
        assertThat(observer.events)
                .anyMatch(event -> event.startsWith("expired: "))
                .contains("lost, without a lease")
                .anyMatch(event -> event.startsWith("lost a, "));
        String now = incarnation(runtime);
        runtime.stop();
        assertThat(store.unregistered.take()).as("what it is now").isEqualTo(now);
    }

    @Test
    void aRegistryThatFailsIsAProblemUntilItAnswers() throws Exception {
        RecordingObserver observer = new RecordingObserver();
        store.fails = true;
        LiveRuntime runtime = start(observer);
        while (observer.events.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(observer.events).first().isEqualTo("problem: out of order, without a lease");
        assertThat(runtime.registryProblem()).contains("out of order");
        store.fails = false;
        awaitView(observer, 1);
        assertThat(runtime.registryProblem()).isEmpty();
        assertThat(observer.events).hasSize(2).last().asString().startsWith("problem: null");
    }

    @Test
    void nodesWhoseRegistryWasDeletedReachEachOtherAgain() throws Exception {
        timing = new Timing(TimeUnit.SECONDS.toNanos(2), 10_000);
        RecordingObserver first = new RecordingObserver();
        LiveRuntime one = start(first);
        LiveRuntime two = start(new RecordingObserver());
        awaitView(first, 2);
        List<String> before = List.of(incarnation(one), incarnation(two));
        store.delete();
        NodeOverview after = awaitView(first, 2);
        while (after.members().stream()
                .anyMatch(member -> before.contains(member.id().toString()))) {
            after = awaitView(first, 2);
        }
        assertThat(request(one, AcquireRequest.exclusive("a")).get(60, TimeUnit.SECONDS))
                .isEqualTo("granted");
        assertThat(request(two, AcquireRequest.exclusive("b")).get(60, TimeUnit.SECONDS))
                .isEqualTo("granted");
    }

    @Test
    void aRegistryThatHasGoneBackIsAProblemUntilItIsCurrentAgain() throws Exception {
        timing = new Timing(TimeUnit.SECONDS.toNanos(2), 10_000);
        RecordingObserver observer = new RecordingObserver();
        LiveRuntime runtime = start(observer);
        awaitView(observer, 1);
        store.backup = Optional.of(store.current.read(Duration.ZERO));
        while (runtime.registryProblem().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(runtime.registryProblem().orElseThrow()).startsWith("it has gone back to revision ");
        store.backup = Optional.empty();
        while (runtime.registryProblem().isPresent()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aMemberThatDoesNotAnswerIsReportedWithItsAddressAndTheReasonIsKnown() throws Exception {
        Incarnation silent = new Incarnation(1, 2);
        timing = new Timing(TimeUnit.SECONDS.toNanos(1), 10_000);
        ClusterState empty = ClusterState.create(
                new Incarnation(7, 7),
                RegistrySecret.draw(new Random(1)),
                cluster,
                new ClusterSettings(ProtocolRange.OF_LIBRARY.max(), "ricart-agrawala"),
                1,
                null);
        store.current.compareAndSet("", ClusterStateText.write(empty), Duration.ZERO);
        store.change(new RegistryCommand.Join(
                silent, Endpoint.plain("127.0.0.1:1"), ProtocolRange.OF_LIBRARY, timing.terms(), 0));
        store.change(new RegistryCommand.Propose(new TreeMap<>(), false));
        store.change(new RegistryCommand.Install(empty.maxEpoch() + 1));
        store.renews = Optional.of(silent);
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class))) {
            LiveRuntime runtime = start(new RecordingObserver());
            String silence = "Node " + silent.shortId() + " at 127.0.0.1:1 has not answered for ";
            while (lines.warnings().stream().noneMatch(line -> line.startsWith(silence))) {
                Thread.onSpinWait();
            }
            while (!connectionProblem(runtime, silent).contains("onnection refused")) {
                Thread.onSpinWait();
            }
        }
    }

    private static String connectionProblem(LiveRuntime runtime, Incarnation other) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        runtime.submit((engine, now) ->
                answer.complete(runtime.connectionProblem(other).orElse("")));
        return answer.get(60, TimeUnit.SECONDS);
    }

    @Test
    void theLogSaysWhoHasBecomeAMemberAndWhoHasLeft() throws Exception {
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class), Level.INFO)) {
            RecordingObserver first = new RecordingObserver();
            LiveRuntime stays = start(first);
            String one = shortId(stays);
            awaitView(first, 1);
            label = "billing";
            LiveRuntime goes = start(new RecordingObserver());
            String two = shortId(goes);
            awaitView(first, 2);
            while (!labels(stays).contains("billing")) { // a node learns it some time after the view has begun
                Thread.onSpinWait();
            }
            goes.submit((engine, now) -> engine.leave(now, 0));
            awaitView(first, 1);
            assertThat(lines.all())
                    .anyMatch(line -> line.contains("of cluster 'peers' begins at node " + one)
                            && line.endsWith(": this node joined; 1 members, 0 locks held"))
                    .anyMatch(line -> line.contains(" begins at node " + one)
                            && line.contains(": node " + two)
                            && line.endsWith(" joined; 2 members, 0 locks held"))
                    .anyMatch(line -> line.contains(" begins at node " + one)
                            && line.endsWith(": node " + two + " (billing) left; 1 members, 0 locks held"));
        }
    }

    private static List<String> labels(LiveRuntime runtime) throws Exception {
        CompletableFuture<NodeOverview> answer = new CompletableFuture<>();
        runtime.submit((engine, now) -> answer.complete(engine.overview(now)));
        return answer.get(60, TimeUnit.SECONDS).members().stream()
                .map(NodeOverview.MemberStatus::label)
                .toList();
    }

    private static String shortId(LiveRuntime runtime) throws Exception {
        return Incarnation.parse(incarnation(runtime)).shortId();
    }
}
