package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** Read-write locks and semaphores: who holds them together, in which order they are granted, and what failures do to them. */
class SharingScenariosTest {

    private static final AcquireRequest READ = AcquireRequest.read("table");
    private static final AcquireRequest WRITE = AcquireRequest.write("table");

    private static AcquireRequest permits(int wanted) {
        return AcquireRequest.permits("seats", 5, wanted);
    }

    static List<CatalogueEntry<?, ?>> readWrite() {
        return ClientWorkload.READ_WRITE.algorithms();
    }

    /** Nodes that use this algorithm for locks whose names begin with this prefix. */
    private static Scene scene(String prefix, CatalogueEntry<?, ?> algorithm, int cohort, int nodes) {
        return scene(Scene.USUAL.algorithms().exclusive(), prefix, algorithm, cohort, nodes);
    }

    private static Scene scene(
            CatalogueEntry<?, ?> exclusive, String prefix, CatalogueEntry<?, ?> algorithm, int cohort, int nodes) {
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put(prefix, algorithm);
        AlgorithmSelection algorithms = new AlgorithmSelection(exclusive, byPrefix);
        return new Scene(Scene.settings(algorithms, 10_000, cohort, 1_000), nodes);
    }

    /** Counts the messages of algorithms. */
    private static int[] messages(Scene scene) {
        int[] messages = {0};
        scene.filter((from, to, packet) -> {
            messages[0] += packet instanceof Packet.Data ? 1 : 0;
            return true;
        });
        return messages;
    }

    private static boolean allGranted(List<Scene.Acquisition> wishes) {
        return wishes.stream().allMatch(Scene.Acquisition::granted);
    }

    private static boolean noneGranted(List<Scene.Acquisition> wishes) {
        return wishes.stream().noneMatch(Scene.Acquisition::granted);
    }

    // Readers and writers

    @ParameterizedTest
    @MethodSource("readWrite")
    void readersOfAllNodesReadTogetherAndAWriterIsAlone(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene("table", algorithm, 1, 3);
        List<Scene.Acquisition> readers =
                Stream.of(1, 2, 3, 1, 2, 3).map(node -> scene.ask(node, READ)).toList();
        scene.run(MOMENT);
        assertThat(allGranted(readers)).isTrue();
        Scene.Acquisition writer = scene.ask(2, WRITE);
        for (Scene.Acquisition reader : readers) {
            scene.run(MOMENT);
            assertThat(writer.granted()).isFalse();
            assertThat(reader.release()).isEqualTo(ReleaseOutcome.DONE);
        }
        writer.await();
        assertThat(readers).allSatisfy(reader -> assertThat(writer.fence()).isGreaterThan(reader.fence()));
        Scene.Acquisition next = scene.ask(3, READ);
        scene.run(MOMENT);
        assertThat(next.granted()).isFalse();
        writer.release();
        assertThat(next.await().fence()).isGreaterThanOrEqualTo(writer.fence());
    }

    @ParameterizedTest
    @MethodSource("readWrite")
    void aWriterWaitsForReadersAndIsNotOvertakenByLaterOnes(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene("table", algorithm, 1, 3);
        Scene.Acquisition here = scene.take(1, READ);
        Scene.Acquisition there = scene.take(2, READ);
        Scene.Acquisition writer = scene.ask(3, WRITE);
        scene.run(MOMENT);
        List<Scene.Acquisition> late =
                Stream.of(1, 2, 3).map(node -> scene.ask(node, READ)).toList();
        scene.run(MOMENT);
        here.release();
        scene.run(MOMENT);
        assertThat(writer.granted()).isFalse();
        there.release();
        writer.await();
        scene.run(MOMENT);
        assertThat(noneGranted(late)).isTrue();
        writer.release();
        late.forEach(Scene.Acquisition::await);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 14})
    void aCohortIsHowManyReadHereOnceAWriterWaitsElsewhere(int cohort) {
        Scene scene = scene("table", readWrite().get(0), cohort, 2);
        scene.take(1, READ);
        Scene.Acquisition writer = scene.ask(2, WRITE);
        scene.run(MOMENT);
        List<Scene.Acquisition> late =
                Stream.generate(() -> scene.ask(1, READ)).limit(40).toList();
        scene.run(MOMENT);
        assertThat(late.stream().filter(Scene.Acquisition::granted)).hasSize(cohort - 1); // the current reader counts
        assertThat(writer.granted()).isFalse();
    }

    @Test
    void aWriterIsNotOvertakenByReadersOfItsOwnNode() {
        Scene scene = new Scene(2);
        Scene.Acquisition reader = scene.take(1, READ);
        Scene.Acquisition writer = scene.ask(1, WRITE);
        Scene.Acquisition late = scene.ask(1, READ);
        scene.run(MOMENT);
        assertThat(late.granted()).isFalse();
        reader.release();
        writer.await();
        assertThat(late.granted()).isFalse();
        writer.release();
        late.await();
    }

    @Test
    void whenAWriterGivesUpThoseBehindItRead() {
        Scene scene = new Scene(2);
        scene.take(1, READ);
        Scene.Acquisition writer = scene.ask(1, WRITE);
        Scene.Acquisition late = scene.ask(1, READ);
        writer.giveUp();
        assertThat(late.granted()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("readWrite")
    void readersOfANodeCostNoMessagesAfterTheFirst(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene("table", algorithm, 1, 3);
        int[] messages = messages(scene);
        Scene.Acquisition first = scene.take(1, READ);
        scene.run(MOMENT);
        assertThat(messages[0]).isPositive();
        messages[0] = 0;
        List<Scene.Acquisition> others =
                Stream.generate(() -> scene.ask(1, READ)).limit(20).toList();
        assertThat(allGranted(others)).isTrue();
        others.forEach(Scene.Acquisition::release);
        first.release();
        assertThat(scene.ask(1, READ).granted()).isTrue();
        scene.run(MOMENT);
        assertThat(messages[0]).isZero();
    }

    @ParameterizedTest
    @MethodSource("readWrite")
    void aWriterMayContinueAsAReaderAndNoOtherWritesInBetween(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene("table", algorithm, 3, 3);
        Scene.Acquisition writer = scene.take(1, WRITE);
        Scene.Acquisition beside = scene.ask(1, READ);
        Scene.Acquisition next = scene.ask(2, WRITE);
        scene.run(MOMENT);
        assertThat(beside.granted()).isFalse();
        writer.downgrade();
        assertThat(beside.granted()).isTrue();
        assertThat(beside.fence()).isEqualTo(writer.fence());
        scene.run(MOMENT);
        beside.release();
        scene.run(MOMENT);
        assertThat(next.granted()).isFalse();
        assertThat(writer.write()).isTrue();
        writer.release();
        assertThat(next.await().fence()).isGreaterThan(writer.fence());
    }

    @Test
    void aDowngradedWriterIsAReaderForTheNextView() {
        Scene scene = new Scene(2);
        Scene.Acquisition writer = scene.take(1, WRITE);
        writer.downgrade();
        scene.start();
        scene.awaitMembers(1, 2, 3);
        scene.take(2, READ);
        scene.take(3, READ);
        assertThat(writer.valid()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("readWrite")
    void readersGoOnThroughAChangeOfView(CatalogueEntry<?, ?> algorithm) {
        Scene scene = scene("table", algorithm, 1, 3);
        List<Scene.Acquisition> readers =
                Stream.of(1, 1, 2).map(node -> scene.take(node, READ)).toList();
        Scene.Acquisition writer = scene.ask(3, WRITE);
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        assertThat(readers).allSatisfy(reader -> assertThat(reader.valid()).isTrue());
        for (Scene.Acquisition reader : readers) {
            scene.run(MOMENT);
            assertThat(writer.granted()).isFalse();
            assertThat(reader.release()).isEqualTo(ReleaseOutcome.DONE);
        }
        writer.await();
        assertThat(scene.node(1).engine().counters().carried()).isEqualTo(2);
    }

    @Test
    void anExpiredLeaseFreesWhatReadersHold() {
        Scene scene = new Scene(3);
        List<Scene.Acquisition> readers =
                Stream.of(1, 1).map(node -> scene.take(node, READ)).toList();
        Scene.Acquisition writer = scene.ask(2, WRITE);
        scene.cutFromRegistry(1);
        writer.await();
        assertThat(readers).allSatisfy(reader -> assertThat(reader.loss()).isEqualTo(LossCause.LEASE_EXPIRED));
    }

    // Permits

    private static List<Scene.Acquisition> byTime(List<Scene.Acquisition> wishes) {
        return wishes.stream()
                .sorted(Comparator.comparingLong(Scene.Acquisition::grantedAt))
                .toList();
    }

    @Test
    void permitsAreGivenInTheOrderOfRequests() {
        Scene scene = new Scene(3);
        Scene.Acquisition all = scene.take(2, permits(5));
        List<Scene.Acquisition> wishes = new ArrayList<>();
        for (int node : new int[] {3, 1, 1, 2, 3, 2, 1}) {
            int count =
                    wishes.size() % 2 == 0 ? 1 : 5; // a single one is free while the request before it waits for five
            wishes.add(scene.ask(node, permits(count)));
            scene.run(MOMENT);
        }
        assertThat(noneGranted(wishes)).isTrue();
        all.release();
        for (Scene.Acquisition wish : wishes) {
            wish.await();
            scene.run(MOMENT);
            wish.release();
        }
        assertThat(byTime(wishes)).isEqualTo(wishes);
    }

    /** So many requests that not all of them are passed to the algorithm. */
    @Test
    void manyWaitersAtOneNodeAreServedInTheirOrderAndGiveUpInAny() {
        Scene scene = new Scene(3);
        Scene.Acquisition all = scene.take(2, permits(5));
        List<Scene.Acquisition> wishes =
                Stream.generate(() -> scene.ask(1, permits(3))).limit(300).toList();
        for (int i = 299; i > 0; i -= 2) {
            wishes.get(i).giveUp();
        }
        all.release();
        for (int i = 0; i < 300; i += 2) {
            wishes.get(i).await();
            assertThat(wishes.stream().filter(Scene.Acquisition::granted)).hasSize(i / 2 + 1);
            wishes.get(i).release();
        }
        scene.run(MOMENT);
        assertThat(wishes.stream().filter(Scene.Acquisition::granted)).hasSize(150);
        scene.take(3, permits(5));
    }

    @Test
    void aRequestForManyPermitsIsNotStarvedByRequestsForFew() {
        Scene scene = new Scene(3);
        List<Scene.Acquisition> few =
                Stream.of(1, 2, 3).map(node -> scene.take(node, permits(1))).toList();
        Scene.Acquisition many = scene.ask(1, permits(5));
        scene.run(MOMENT);
        List<Scene.Acquisition> late =
                Stream.of(1, 2, 3).map(node -> scene.ask(node, permits(1))).toList();
        scene.run(MOMENT);
        assertThat(noneGranted(late)).isTrue();
        few.forEach(Scene.Acquisition::release);
        many.await();
        assertThat(noneGranted(late)).isTrue();
        many.release();
        late.forEach(Scene.Acquisition::await);
    }

    @Test
    void aWithdrawnRequestForManyPermitsLetsLaterOnesPass() {
        Scene scene = new Scene(3);
        scene.take(1, permits(1));
        Scene.Acquisition many = scene.ask(2, permits(5));
        scene.run(MOMENT);
        List<Scene.Acquisition> behind =
                Stream.of(1, 2, 3).map(node -> scene.ask(node, permits(1))).toList();
        scene.run(MOMENT);
        assertThat(noneGranted(behind)).isTrue();
        many.giveUp();
        scene.run(MOMENT);
        assertThat(allGranted(behind)).isTrue();
        assertThat(scene.node(2).engine().counters().withdrawals()).isEqualTo(1);
    }

    @Test
    void thePermitsOfANodeThatCrashesAreBackInTheNextViewAndNeverMoreThanThereAre() {
        Scene scene = new Scene(3);
        scene.take(1, permits(1));
        Scene.Acquisition two = scene.take(1, permits(2));
        Scene.Acquisition kept = scene.take(2, permits(2));
        long epoch = scene.epoch();
        scene.crash(1);
        List<Scene.Acquisition> wanted =
                Stream.of(2, 3, 3).map(node -> scene.ask(node, permits(1))).toList();
        scene.run(LEASE / 2);
        assertThat(noneGranted(wanted)).isTrue();
        wanted.forEach(Scene.Acquisition::await);
        assertThat(wanted).allSatisfy(wish -> assertThat(wish.epoch()).isEqualTo(epoch + 1));
        assertThat(two.valid()).isFalse();
        assertThat(kept.valid()).isTrue();
        Scene.Acquisition more = scene.ask(3, permits(1));
        scene.run(2 * LEASE);
        assertThat(more.granted()).isFalse();
        kept.release();
        more.await();
    }

    @Test
    void permitsGoOnThroughAChangeOfViewAndEachIsGivenBackForItself() {
        Scene scene = new Scene(3);
        Scene.Acquisition one = scene.take(1, permits(1));
        Scene.Acquisition three = scene.take(1, permits(3));
        Scene.Acquisition another = scene.take(2, permits(1));
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        Scene.Acquisition two = scene.ask(4, permits(2));
        scene.run(MOMENT);
        one.release();
        scene.run(MOMENT);
        assertThat(two.granted()).isFalse();
        three.release();
        two.await();
        assertThat(two.fence()).isEqualTo(scene.epoch() << 32);
        assertThat(another.valid()).isTrue();
    }

    @Test
    void aLockReleasedWhileTheViewChangesIsFreeWhenTheNextOneBegins() {
        Scene scene = new Scene(3);
        Scene.Acquisition all = scene.take(1, permits(5));
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.start();
        scene.await("a proposal", () -> scene.registry().next() != null);
        scene.run(MOMENT);
        all.release();
        Scene.Acquisition next = scene.ask(1, permits(5));
        scene.run(MOMENT);
        scene.noFilter();
        scene.awaitMembers(1, 2, 3, 4);
        next.await();
    }

    @Test
    void anExpiredLeaseFreesPermits() {
        Scene scene = new Scene(3);
        Scene.Acquisition one = scene.take(1, permits(1));
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        Scene.Acquisition four = scene.take(1, permits(4));
        Scene.Acquisition next = scene.ask(2, permits(5));
        scene.cutFromRegistry(1);
        next.await();
        assertThat(one.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(four.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        assertThat(one.fence()).isLessThan(four.fence());
    }

    /** The node has forgotten the semaphore, and then receives a message about it from a node that does not know of the loss. */
    @Test
    void aLateReleaseEndsNoHoldOfOthers() {
        Scene scene = new Scene(2);
        Scene.Acquisition lost = scene.take(1, permits(5));
        scene.cutFromRegistry(1);
        scene.await("lost", () -> lost.loss() != null);
        scene.healRegistry(1);
        scene.start();
        scene.await("a view of three", () -> scene.members().size() == 3 && scene.open(1));
        Scene.Acquisition held = scene.take(1, permits(5));
        assertThat(lost.release()).isEqualTo(ReleaseOutcome.LOST);
        Scene.Acquisition next = scene.ask(2, permits(1));
        scene.run(MOMENT);
        assertThat(next.granted()).isFalse();
        held.release();
        next.await();
    }

    @ParameterizedTest
    @MethodSource("otherKinds")
    void aLateReleaseEndsNoHoldOfAnotherKind(AcquireRequest first, AcquireRequest second) {
        Scene scene = new Scene(3);
        Scene.Acquisition lost = scene.take(1, first);
        scene.cutFromRegistry(1);
        scene.await("a loss", () -> lost.loss() != null);
        scene.await("a view without it", () -> !scene.members().contains(1));
        scene.healRegistry(1);
        scene.awaitMembers(1, 2, 3);
        Scene.Acquisition held = scene.take(1, second);
        lost.release();
        scene.run(MOMENT);
        assertThat(held.valid()).isTrue();
        Scene.Acquisition next = scene.ask(2, second);
        scene.run(MOMENT);
        assertThat(next.granted()).isFalse();
        held.release();
        next.await();
    }

    @Test
    void raymondsAlgorithmGivesOnePermitToEachNodeAtATime() {
        Scene scene = scene("k/", Catalogue.find("raymond-k").orElseThrow(), 1, 4);
        AcquireRequest one = AcquireRequest.permits("k/seats", 2, 1);
        int[] messages = messages(scene);
        Scene.Acquisition first = scene.take(1, one);
        assertThat(messages[0]).isLessThanOrEqualTo(6); // Lamport's takes 9 to give and take
        Scene.Acquisition second = scene.take(2, one);
        List<Scene.Acquisition> waiting = new ArrayList<>(
                Stream.of(1, 3, 4).map(node -> scene.ask(node, one)).toList());
        scene.run(MOMENT);
        assertThat(noneGranted(waiting)).isTrue();
        first.release();
        second.release();
        while (!waiting.isEmpty()) {
            scene.await("the next", () -> waiting.stream().anyMatch(Scene.Acquisition::granted));
            scene.run(MOMENT);
            waiting.stream().filter(Scene.Acquisition::granted).forEach(Scene.Acquisition::release);
            waiting.removeIf(Scene.Acquisition::granted);
        }
        assertThat(scene.ask(1, AcquireRequest.permits("k/seats", 2, 2)).refusal())
                .isEqualTo("'k/seats' is decided by raymond-k, which gives one permit at a time, not 2");
        scene.take(1, AcquireRequest.permits("seats", 2, 2));
    }

    // Disagreement

    private static void assertBothRefused(AcquireRequest here, AcquireRequest there, String atHere, String atThere) {
        Scene scene = new Scene(3);
        Scene.Acquisition one = scene.ask(1, here);
        Scene.Acquisition other = scene.ask(2, there);
        scene.run(MOMENT);
        String advice = ": give it the same kind and number of permits everywhere, or use another name";
        assertThat(one.refusal()).startsWith(atHere + " at node ").endsWith(advice);
        assertThat(other.refusal()).startsWith(atThere + " at node ").endsWith(advice);
        assertThat(scene.node(1).disagreements()).singleElement().asString().startsWith(atHere + " at node ");
        assertThat(scene.node(2).disagreements()).singleElement().asString().startsWith(atThere + " at node ");
        scene.takeTurns("another", 1, 2, 3);
    }

    @Test
    void nodesThatTakeALockForDifferentKindsAreBothRefused() {
        assertBothRefused(
                AcquireRequest.exclusive("x"),
                AcquireRequest.permits("x", 3, 1),
                "'x' is an exclusive lock here, but a semaphore of 3 permits",
                "'x' is a semaphore of 3 permits here, but an exclusive lock");
        assertBothRefused(
                AcquireRequest.read("x"),
                AcquireRequest.exclusive("x"),
                "'x' is a read-write lock here, but an exclusive lock",
                "'x' is an exclusive lock here, but a read-write lock");
    }

    @Test
    void nodesThatDoNotAgreeHowManyPermitsThereAreAreBothRefused() {
        assertBothRefused(
                AcquireRequest.permits("x", 3, 1),
                AcquireRequest.permits("x", 5, 1),
                "'x' is a semaphore of 3 permits here, but a semaphore of 5 permits",
                "'x' is a semaphore of 5 permits here, but a semaphore of 3 permits");
    }

    @Test
    void aDisagreementIsReportedOnceInAView() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, AcquireRequest.permits("x", 3, 1));
        for (int i = 0; i < 5; i++) {
            Scene.Acquisition wrong = scene.ask(2, AcquireRequest.permits("x", 5, 1));
            scene.run(MOMENT);
            assertThat(wrong.refusal()).contains("5 permits");
        }
        assertThat(scene.node(2).disagreements()).hasSize(1);
        assertThat(held.valid()).isTrue();
        scene.start();
        scene.awaitMembers(1, 2, 3);
        scene.ask(2, AcquireRequest.permits("x", 5, 1));
        assertThat(scene.node(2).disagreements()).hasSize(2);
    }

    private static String id(Scene scene, int node) {
        return scene.incarnation(node).shortId();
    }

    /** The ignored message is acknowledged, so it is not sent again. */
    @Test
    void aReportOfADisagreementIsRepeatedAfterAConnectionBreaks() {
        Scene scene = new Scene(2);
        scene.filter((from, to, packet) -> !(packet instanceof Packet.KindConflict));
        Scene.Acquisition one = scene.ask(1, AcquireRequest.permits("x", 3, 1));
        Scene.Acquisition other = scene.ask(2, AcquireRequest.permits("x", 5, 1));
        scene.run(LEASE);
        assertThat(one.refusal()).isNull();
        assertThat(other.refusal()).isNull();
        scene.noFilter();
        scene.node(1).engine().onConnected(scene.node(1).now(), scene.incarnation(2));
        scene.node(2).engine().onConnected(scene.node(2).now(), scene.incarnation(1));
        scene.run(MOMENT);
        assertThat(one.refusal()).contains("a semaphore of 5 permits at node " + id(scene, 2));
        assertThat(other.refusal()).contains("a semaphore of 3 permits at node " + id(scene, 1));
    }

    @Test
    void oneNodeThatUsesALockAsTwoKindsIsToldSo() {
        Scene scene = new Scene(2);
        scene.take(1, READ);
        assertThat(scene.ask(1, "table").refusal())
                .startsWith("'table' is wanted as an exclusive lock, but it is in use as a read-write lock");
        assertThat(scene.node(1).disagreements()).hasSize(1);
    }

    /** The owner of the token sends no request, nor does Raymond's algorithm if there are as many permits as nodes. */
    @Test
    void alsoALockThatIsHeldAsTwoKindsDoesNotDisturbTheNextView() {
        CatalogueEntry<?, ?> token = Catalogue.find("suzuki-kasami").orElseThrow();
        Scene scene = scene(token, "k/", Catalogue.find("raymond-k").orElseThrow(), 1, 3);
        scene.monitor().dispense(Set.of(Invariant.FENCES_GROW)); // they have no order between kinds
        Scene.Acquisition alone = Stream.iterate(1, i -> i + 1)
                .map(i -> scene.ask(1, "k/" + i))
                .filter(Scene.Acquisition::granted)
                .findFirst()
                .orElseThrow();
        String lock = alone.acquireRequest.lock();
        Scene.Acquisition shared = scene.take(2, AcquireRequest.permits(lock, 3, 1));
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        assertThat(alone.valid()).isTrue();
        assertThat(shared.valid()).isTrue();
        assertThat(alone.release()).isNotEqualTo(ReleaseOutcome.LOST);
        assertThat(shared.release()).isEqualTo(ReleaseOutcome.DONE);
        scene.start();
        scene.awaitMembers(1, 2, 3, 4, 5);
        scene.takeTurns(lock, 1, 2, 3, 4, 5);
    }

    /** The others take the lock for held here until the next view begins. */
    @ParameterizedTest
    @MethodSource("otherKinds")
    void aReportedLockKeepsItsKindUntilTheNextViewEvenIfReleased(AcquireRequest first, AcquireRequest second) {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, first);
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.start();
        scene.await("a proposal", () -> scene.registry().next() != null);
        scene.run(MOMENT);
        held.release();
        scene.run(MOMENT);
        Scene.Acquisition gaveUp = scene.ask(1, first);
        scene.run(MOMENT);
        gaveUp.giveUp();
        scene.run(MOMENT);
        for (int i = 0; i < 2; i++) {
            assertThat(scene.ask(1, second).refusal()).contains("but it is in use as");
        }
        scene.noFilter();
        scene.awaitMembers(1, 2, 3, 4);
        scene.take(2, first).release();
        scene.take(1, first).release();
    }

    static Stream<Arguments> otherKinds() {
        AcquireRequest exclusive = AcquireRequest.exclusive("x");
        AcquireRequest write = AcquireRequest.write("x");
        AcquireRequest permits = AcquireRequest.permits("x", 3, 3);
        return Stream.of(
                Arguments.of(exclusive, permits),
                Arguments.of(exclusive, write),
                Arguments.of(write, exclusive),
                Arguments.of(write, permits),
                Arguments.of(permits, exclusive),
                Arguments.of(permits, write));
    }

    @Test
    void aNodeThatDisagreesWithTheHoldersOfALockIsRefusedAlsoInTheNextView() {
        Scene scene = new Scene(2);
        Scene.Acquisition held = scene.take(1, permits(2));
        Scene.Acquisition wrong = scene.ask(2, AcquireRequest.exclusive("seats"));
        scene.run(MOMENT);
        assertThat(wrong.refusal()).isNotNull();
        scene.start();
        scene.awaitMembers(1, 2, 3);
        Scene.Acquisition again = scene.ask(3, AcquireRequest.exclusive("seats"));
        assertThat(again.refusal())
                .startsWith("'seats' is wanted as an exclusive lock, but it is in use as a semaphore of 5 permits");
        assertThat(held.valid()).isTrue();
        held.release();
        scene.take(3, permits(5));
    }
}
