package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.LEASE;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.io.netty.util.concurrent.ScheduledFuture;
import org.peerlock.internal.io.netty.util.concurrent.SingleThreadEventExecutor;
import org.peerlock.registry.DeathDetector;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.slf4j.LoggerFactory;

/** What a node learns of each operation on the registry, and in which order it is done. */
@Timeout(120)
class RegistryWorkerTest {

    private static final Incarnation ME = new Incarnation(1, 1);
    private static final Incarnation OTHER = new Incarnation(1, 2);
    private static final Duration TIMEOUT = Duration.ofSeconds(7);

    private static final ClusterState EMPTY = ClusterState.create(
            new Incarnation(7, 7), RegistrySecret.WITHHELD, "orders", new ClusterSettings(1, "naimi-trehel"), 1, LEASE);
    private static final ClusterState REGISTERED = EMPTY.apply(
                    new RegistryCommand.Join(ME, Endpoint.plain("127.0.0.1:7000"), ProtocolRange.OF_LIBRARY, LEASE, 0))
            .orElseThrow();

    /** Writes a content, and on top of any other one the same. */
    private record Write(ClusterState content) implements RegistryWrite {

        @Override
        public Optional<ClusterState> onTopOf(ClusterState newer) {
            return newer.equals(content) ? Optional.empty() : Optional.of(content);
        }
    }

    /** An operation that a test lets wait or fail. */
    private interface Hindrance {
        void meet() throws IOException;
    }

    /** A registry that says what is done with it, and does what the test says. */
    private static final class RecordingStore implements RegistryStore, DeathDetector {
        private final List<String> calls = new CopyOnWriteArrayList<>();
        private final List<Duration> timeouts = new CopyOnWriteArrayList<>();
        private volatile TaggedBytes content = TaggedBytes.ABSENT;
        private volatile Set<String> dead = Set.of();
        private volatile Hindrance hindrance = () -> {};
        private volatile boolean refuses;
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile Runnable onLook = () -> {};

        @Override
        public TaggedBytes read(Duration timeout) throws IOException {
            TaggedBytes seen = content;
            timeouts.add(timeout);
            calls.add("read");
            hindrance.meet();
            return seen;
        }

        @Override
        public boolean compareAndSet(String tag, byte[] bytes, Duration timeout) throws IOException {
            calls.add("write");
            hindrance.meet();
            if (!refuses) {
                content = new TaggedBytes(tag + "+", bytes);
            }
            return !refuses;
        }

        @Override
        public String describe() {
            return "the store of the test";
        }

        @Override
        public DeathDetector deathDetector() {
            return this;
        }

        @Override
        public void close() {
            calls.add("close");
            closed.countDown();
        }

        @Override
        public void register(String member, Duration lease) {
            calls.add("register " + member + " for " + lease.toMillis());
        }

        @Override
        public void unregister(String member) throws IOException {
            calls.add("unregister " + member);
            hindrance.meet();
        }

        @Override
        public Set<String> dead() throws IOException {
            calls.add("look for dead");
            onLook.run();
            hindrance.meet();
            return dead;
        }

        @Override
        public void forget(Set<String> members) {
            calls.add("forget " + members);
        }

        @Override
        public Optional<Duration> longestLease() {
            return Optional.of(Duration.ofSeconds(9));
        }
    }

    /** What the node is told. */
    private static final class Client implements RegistryWorker.Client {
        private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
        private final List<String> problems = new CopyOnWriteArrayList<>();
        /** What the node does about an outcome, at once. */
        private volatile Runnable reaction = () -> {};

        @Override
        public void onOutcome(RegistryOutcome outcome) {
            reaction.run();
            told.add(outcome);
        }

        @Override
        public void onProvenDeaths(SortedSet<Incarnation> dead) {
            told.add(new TreeSet<>(dead));
        }

        @Override
        public void onProblem(@Nullable String reason) {
            problems.add(String.valueOf(reason));
        }

        Object next() throws InterruptedException {
            return told.take();
        }
    }

    /** A loop whose timers expire when the test says so. */
    private static final class Loop extends SingleThreadEventExecutor {
        private final BlockingQueue<Runnable> timers = new LinkedBlockingQueue<>();

        Loop() {
            super(null, (ThreadFactory) Thread::new, true);
        }

        @Override
        protected void run() {
            do {
                Runnable task = takeTask();
                if (task != null) {
                    task.run();
                }
            } while (!confirmShutdown());
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            timers.add(command);
            return super.schedule(() -> {}, 1, TimeUnit.DAYS);
        }
    }

    private final Loop loop = new Loop();
    private final RecordingStore store = new RecordingStore();
    private final Client client = new Client();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final RegistryWorker worker =
            new RegistryWorker("worker", store, true, loop, TIMEOUT.toNanos(), "", client);

    @AfterEach
    void end() {
        goOn.countDown();
        worker.close();
        var unused = loop.shutdownGracefully(0, 60, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private void on(Runnable work) throws InterruptedException {
        var unused = loop.submit(work).sync();
    }

    /** Waits until the worker has done everything that it was told to do, and has reported it. */
    private void finish() throws InterruptedException {
        store.hindrance = () -> {};
        store.dead = Set.of();
        CountDownLatch looked = new CountDownLatch(1);
        store.onLook = looked::countDown;
        on(worker::detectDeaths);
        looked.await();
        on(() -> {});
    }

    @Test
    void aRegistryThatHasNotAnsweredYetIsAProblemWithoutAFailure() throws InterruptedException {
        assertThat(worker.problem()).contains("no answer yet from " + store.describe());
        on(worker::read);
        client.next();
        assertThat(worker.problem()).isEmpty();
    }

    // The death detector

    @Test
    void aMemberIsRegisteredWithTheDeathDetectorBeforeItIsWritten() throws InterruptedException {
        on(() -> worker.write(ME, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Written.class);
        assertThat(store.calls).containsExactly("register " + ME + " for 6061", "write");
    }

    @Test
    void aNodeThatIsNotInTheContentIsNotRegisteredWithTheDeathDetector() throws InterruptedException {
        on(() -> worker.write(OTHER, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Written.class);
        assertThat(store.calls).containsExactly("write");
    }

    @Test
    void onlyTheDeadThatTheRegistryDoesNotMentionAreForgotten() throws InterruptedException {
        store.content = new TaggedBytes("five", ClusterStateText.write(REGISTERED));
        store.dead = Set.of(ME.toString(), OTHER.toString());
        on(worker::read);
        assertThat(client.next()).isEqualTo(new TreeSet<>(Set.of(ME, OTHER)));
        assertThat(client.next()).isEqualTo(new RegistryOutcome.Read("five", REGISTERED));
        assertThat(store.calls).containsExactly("read", "look for dead", "forget [" + OTHER + "]");
    }

    @Test
    void aSuspicionIsLookedIntoAtOnceAndNobodyIsToldOfNoDeath() throws InterruptedException {
        store.dead = Set.of(OTHER.toString());
        on(worker::detectDeaths);
        assertThat(client.next()).isEqualTo(new TreeSet<>(Set.of(OTHER)));
        finish();
        assertThat(client.told).isEmpty();
    }

    @Test
    void aDeathDetectorThatFailsDoesNotStopTheWorker() throws InterruptedException {
        store.hindrance = () -> {
            throw new IOException("on purpose");
        };
        on(worker::detectDeaths);
        on(() -> worker.onLeft(ME));
        while (!store.calls.contains("unregister " + ME)) {
            Thread.onSpinWait();
        }
        finish();
        on(worker::read);
        assertThat(client.next()).isEqualTo(new RegistryOutcome.Empty("", OptionalLong.of(9_000)));
        assertThat(client.problems).isEmpty();
    }

    // Outcomes

    @Test
    void aRefusedWriteIsOfUnknownOutcomeAndNoProblem() throws InterruptedException {
        store.refuses = true;
        on(() -> worker.write(ME, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        assertThat(worker.problem()).isEmpty();
    }

    @Test
    void aWriteThatWasOvertakenIsMadeOnTopOfTheNewerContent() throws InterruptedException {
        store.refuses = true;
        store.content = new TaggedBytes("five", ClusterStateText.write(EMPTY));
        store.hindrance = () -> store.refuses &= !store.calls.contains("read");
        on(() -> worker.write(OTHER, "one", new Write(REGISTERED)));
        assertThat(client.next()).isEqualTo(new RegistryOutcome.Written(REGISTERED));
        assertThat(store.calls).containsExactly("write", "read", "write");
        assertThat(store.content).isEqualTo(new TaggedBytes("five+", ClusterStateText.write(REGISTERED)));
    }

    @Test
    void aWriteThatIsAlwaysOvertakenIsTriedAgainWithGrowingPausesAndIsThenOfUnknownOutcome()
            throws InterruptedException {
        RegistryWorker hurried = new RegistryWorker("hurried", store, false, loop, 1, "", client);
        store.refuses = true;
        store.content = new TaggedBytes("five", ClusterStateText.write(EMPTY));
        store.hindrance = () -> {
            try {
                assertThat(goOn.await(5, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        on(() -> hurried.write(OTHER, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        assertThat(client.problems).isEmpty();
        assertThat(store.calls.stream().filter("write"::equals))
                .hasSizeBetween(2, 60); // without pauses it is about 250
        hurried.close();
    }

    @Test
    void aWriteThatHasNothingToChangeAnyMoreIsNotMade() throws InterruptedException {
        store.refuses = true;
        store.content = new TaggedBytes("five", ClusterStateText.write(REGISTERED));
        on(() -> worker.write(OTHER, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        assertThat(store.calls).containsExactly("write", "read");
    }

    @Test
    void aRefusedWriteDoesNotEndAProblemWithWriting() throws InterruptedException {
        store.hindrance = () -> {
            throw new IOException("no space left");
        };
        on(() -> worker.write(ME, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        store.hindrance = () -> {};
        store.refuses = true;
        on(() -> worker.write(ME, "one", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        on(() -> {});
        assertThat(worker.problem()).contains("no space left");
        assertThat(client.problems).containsExactly("no space left");
    }

    @Test
    void aFailedWriteIsForgottenByANodeThatReadsAndHasNothingToWrite() throws InterruptedException {
        fail(() -> worker.write(ME, "one", new Write(REGISTERED)));
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        on(() -> {});
        assertThat(client.problems).containsExactly("no space left", "null");
    }

    @Test
    void aFailedWriteIsNotForgottenByANodeThatReadsAndWritesAgain() throws InterruptedException {
        fail(() -> worker.write(ME, "one", new Write(REGISTERED)));
        store.refuses = true;
        client.reaction = () -> {
            client.reaction = () -> {};
            worker.write(ME, "one", new Write(REGISTERED));
        };
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        on(() -> {});
        assertThat(client.problems).containsExactly("no space left");
    }

    private void fail(Runnable operation) throws InterruptedException {
        store.hindrance = () -> {
            throw new IOException("no space left");
        };
        on(operation);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        store.hindrance = () -> {};
    }

    @Test
    void anOperationThatSucceedsEndsTheProblemWithThatOperationOnly() throws InterruptedException {
        fail(worker::read);
        on(() -> worker.write(ME, "", new Write(REGISTERED)));
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Written.class);
        assertThat(worker.problem()).contains("no space left");
        on(worker::read);
        assertThat(client.next()).isEqualTo(new RegistryOutcome.Read("+", REGISTERED));
        on(() -> {});
        assertThat(worker.problem()).isEmpty();
        assertThat(client.problems).containsExactly("no space left", "null");
    }

    @Test
    void aRegistryThatHasGoneBackIsAProblemUntilItIsCurrentAgain() throws InterruptedException {
        on(worker::read);
        client.next();
        on(() -> worker.onOutdated(3, 5));
        assertThat(worker.problem().orElseThrow())
                .startsWith("it has gone back to revision 3, and this process has seen revision 5");
        on(worker::onCurrent);
        assertThat(worker.problem()).isEmpty();
    }

    @Test
    void aWorkerThatIsClosedEndsItsThreadAndDoesNothingMore() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        store.onLook = () -> thread.complete(Thread.currentThread());
        on(worker::detectDeaths);
        on(worker::close);
        thread.get(60, TimeUnit.SECONDS).join();
        on(() -> worker.onLeft(ME));
        assertThat(store.calls).containsExactly("look for dead", "close");
    }

    static List<List<Object>> failures() {
        return List.of(
                List.of(new IOException("out of order"), "out of order"),
                List.of(new IOException(), "java.io.IOException"),
                List.of(new AccessDeniedException("/some/where"), "permission denied: /some/where"),
                List.of(new NoSuchFileException("/some/where"), "there is no /some/where"),
                List.of(new FileSystemException("/some/where"), "/some/where cannot be used"),
                List.of(
                        new FileSystemException("/some/where", null, "Disk quota exceeded"),
                        "/some/where: Disk quota exceeded"),
                List.of(new IllegalStateException("closed"), "java.lang.IllegalStateException: closed"),
                List.of(new NoClassDefFoundError("driver"), "java.lang.NoClassDefFoundError: driver"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsReportedInWordsAndItsOutcomeIsUnknown(List<Object> failure) throws InterruptedException {
        store.hindrance = () -> {
            if (failure.get(0) instanceof IOException e) {
                throw e;
            } else if (failure.get(0) instanceof Error e) {
                throw e;
            } else if (failure.get(0) instanceof RuntimeException e) {
                throw e;
            }
        };
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        assertThat(client.problems).containsExactly((String) failure.get(1));
    }

    // Operations that take too long

    /** Starts an operation, and returns when the store is at it. */
    private void startAndMeet(Runnable operation, Hindrance met) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        store.hindrance = () -> {
            begun.countDown();
            met.meet();
        };
        on(operation);
        begun.await();
    }

    private void expireTimer() throws InterruptedException {
        on(loop.timers.take());
    }

    /** As a store that does not notice interrupts. */
    private void waitForTheTest() {
        waitFor(goOn);
    }

    private static void waitFor(CountDownLatch latch) {
        boolean waits = true;
        while (waits) {
            try {
                latch.await();
                waits = false;
            } catch (InterruptedException e) {
                // on purpose
            }
        }
    }

    @Test
    void anOperationThatTakesTooLongIsInterruptedAndOfUnknownOutcome() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        startAndMeet(worker::read, () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        interrupted.await();
        assertThat(client.problems).containsExactly("no answer within 7 s");
    }

    @Test
    void theLateOutcomeOfAnOperationThatWasGivenUpDoesNotCount() throws InterruptedException {
        startAndMeet(worker::read, this::waitForTheTest);
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        goOn.countDown();
        finish();
        assertThat(client.told).isEmpty();
    }

    @Test
    void theLateOutcomeOfAnOperationIsNotTakenForThatOfTheNext() throws InterruptedException {
        startAndMeet(worker::read, this::waitForTheTest);
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        on(() -> worker.write(ME, "one", new Write(REGISTERED)));
        goOn.countDown();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Written.class);
        finish();
        assertThat(client.told).isEmpty();
    }

    @Test
    void anotherThreadTakesThePlaceOfOneThatIsStuck() throws InterruptedException {
        startAndMeet(worker::read, this::waitForTheTest);
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        store.hindrance = () -> {};
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
    }

    /** The machine is busy, or the process was stopped: its threads go on one after the other. */
    @Test
    void aThreadThatTakesAMomentToNoticeTheInterruptIsNotReported() throws InterruptedException {
        BlockingQueue<Thread> slow = new LinkedBlockingQueue<>();
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class))) {
            startAndMeet(worker::read, () -> {
                slow.add(Thread.currentThread());
                waitForTheTest();
            });
            expireTimer();
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
            store.hindrance = () -> {};
            on(worker::read);
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
            goOn.countDown();
            slow.take().join();
            expireTimer();
            assertThat(lines.warnings()).noneMatch(line -> line.contains("does not return"));
        }
    }

    @Test
    void aThreadThatIsStuckIsReportedOnce() throws InterruptedException {
        try (LogLines lines = new LogLines(LoggerFactory.getLogger(LiveRuntime.class))) {
            startAndMeet(worker::read, this::waitForTheTest);
            expireTimer();
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
            store.hindrance = () -> {};
            for (int i = 0; i < 2; i++) {
                on(worker::read);
                assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
                expireTimer();
            }
            assertThat(lines.warnings().stream().filter(line -> line.contains("does not return")))
                    .hasSize(1);
        }
    }

    @Test
    void onlyAFewThreadsMayBeStuckAndTheNextOperationWaitsForOneOfThem() throws InterruptedException {
        for (int stuck = 0; stuck <= ReplaceableThread.MOST_STUCK; stuck++) {
            startAndMeet(worker::read, this::waitForTheTest);
            expireTimer();
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        }
        store.hindrance = () -> {};
        on(worker::read);
        on(() -> {});
        assertThat(client.told).isEmpty();
        assertThat(store.calls).hasSize(ReplaceableThread.MOST_STUCK + 1);
        goOn.countDown();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
    }

    @Test
    void aThreadThatReturnsMakesRoomForAnotherThatIsStuck() throws InterruptedException {
        for (int round = 0; round < 2 * ReplaceableThread.MOST_STUCK; round++) {
            CountDownLatch returns = new CountDownLatch(1);
            startAndMeet(worker::read, () -> waitFor(returns));
            expireTimer();
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
            store.hindrance = () -> {};
            on(worker::read);
            assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
            expireTimer();
            returns.countDown();
        }
    }

    @Test
    void aTaskThatWaitedBehindAStuckOneIsDoneByTheNextThread() throws InterruptedException {
        startAndMeet(worker::read, this::waitForTheTest);
        on(() -> worker.onLeft(ME));
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        store.hindrance = () -> {};
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        assertThat(store.calls).containsExactly("read", "unregister " + ME, "read");
    }

    private void readSuccessfully(RegistryWorker reader) throws InterruptedException {
        store.hindrance = () -> {};
        on(reader::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
    }

    @Test
    void anOperationIsToldHowMuchTimeItHasAndTheFirstOnesHaveMore() throws InterruptedException {
        RegistryWorker hurried = new RegistryWorker(
                "hurried", store, false, loop, Duration.ofMillis(100).toNanos(), "", client);
        for (int read = 0; read < 7; read++) {
            readSuccessfully(hurried);
        }
        assertThat(store.timeouts.get(0))
                .isGreaterThan(Duration.ofMillis(100))
                .isLessThanOrEqualTo(Duration.ofSeconds(5));
        assertThat(store.timeouts.get(1)).isLessThanOrEqualTo(Duration.ofMillis(2_500));
        assertThat(store.timeouts.get(6)).isPositive().isLessThanOrEqualTo(Duration.ofMillis(100));
        hurried.close();
    }

    @Test
    void afterAFailureTheFirstContactStillHasMoreTime() throws InterruptedException {
        RegistryWorker hurried = new RegistryWorker(
                "hurried", store, false, loop, Duration.ofMillis(100).toNanos(), "", client);
        fail(hurried::read);
        on(hurried::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        assertThat(store.timeouts.get(1)).isGreaterThan(Duration.ofMillis(100));
        hurried.close();
    }

    /** Lets an operation take too long, and returns the reason that is reported. */
    private String reasonAfterNoAnswer(RegistryWorker slow) throws InterruptedException {
        startAndMeet(slow::read, () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        expireTimer();
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Unknown.class);
        return slow.problem().orElseThrow();
    }

    @Test
    void aFailureDoublesTheTimeOfTheNextOperationAndASuccessHalvesIt() throws InterruptedException {
        RegistryWorker hurried = new RegistryWorker(
                "hurried", store, false, loop, Duration.ofSeconds(2).toNanos(), "", client);
        for (int read = 0; read < 2; read++) {
            readSuccessfully(hurried);
            expireTimer(); // too late
        }
        assertThat(reasonAfterNoAnswer(hurried)).isEqualTo("no answer within 2 s");
        assertThat(reasonAfterNoAnswer(hurried)).isEqualTo("no answer within 4 s");
        assertThat(reasonAfterNoAnswer(hurried)).isEqualTo("no answer within 5 s");
        assertThat(reasonAfterNoAnswer(hurried)).isEqualTo("no answer within 5 s");
        readSuccessfully(hurried);
        expireTimer();
        assertThat(reasonAfterNoAnswer(hurried)).isEqualTo("no answer within 2500 ms");
        hurried.close();
    }

    @Test
    void aStoreThatTheNodeOpenedIsClosedAfterAllOperations() throws InterruptedException {
        on(worker::read);
        on(() -> worker.onLeft(ME));
        on(worker::close);
        store.closed.await();
        assertThat(store.calls).containsExactly("read", "unregister " + ME, "close");
    }

    @Test
    void aStoreOfTheApplicationIsNotClosed() throws InterruptedException {
        RegistryWorker guest = new RegistryWorker("guest", store, false, loop, TIMEOUT.toNanos(), "", client);
        on(guest::close);
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        assertThat(store.calls).containsExactly("read");
    }

    @Test
    void anOperationThatEndedInTimeIsNotGivenUpLater() throws InterruptedException {
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        expireTimer();
        on(worker::read);
        assertThat(client.next()).isInstanceOf(RegistryOutcome.Empty.class);
        assertThat(client.problems).isEmpty();
    }
}
