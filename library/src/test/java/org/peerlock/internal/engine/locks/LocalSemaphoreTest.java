package org.peerlock.internal.engine.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.HeldLock;
import org.peerlock.internal.protocol.HeldShare;
import org.peerlock.internal.protocol.LockStatus;

/** The permits of one node: who gets them, what becomes of those that nobody takes, and what is shown of them. */
class LocalSemaphoreTest {

    private static final AcquireRequest ONE_OF_ONE = AcquireRequest.permits("pool", 1, 1);

    private final ConnectedTables tables = new ConnectedTables(2);

    private static AcquireRequest permits(int wanted) {
        return AcquireRequest.permits("pool", 5, wanted);
    }

    /** Members that use an algorithm which takes one request of a node at a time. */
    private static ConnectedTables oneRequestAtATime() {
        return new ConnectedTables(2, 1, raymond());
    }

    private static AlgorithmSelection raymond() {
        TreeMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put("pool", ConnectedTables.algorithm("raymond-k"));
        return new AlgorithmSelection(ConnectedTables.algorithm("suzuki-kasami"), byPrefix);
    }

    private static AlgorithmSelection lamport() {
        return AlgorithmSelection.of(ConnectedTables.algorithm("suzuki-kasami"));
    }

    private List<Asker> askFor(int member, int permits, int times) {
        return Stream.generate(() -> tables.ask(member, permits(permits)))
                .limit(times)
                .toList();
    }

    private LocalSemaphore semaphore(int member) {
        return (LocalSemaphore) tables.table(member).lock("pool", permits(1).capacity());
    }

    // Requests

    /** Each request that waits makes all others more expensive. */
    @Test
    void ofManyRequestsOfANodeOnlySomeAreUnderWayAndOthersFollowWhenTheyEnd() {
        Asker all = tables.take(2, permits(5));
        List<Asker> waiting = askFor(1, 1, 300);
        int some = tables.underWay();
        assertThat(some).isBetween(2, 100);
        tables.deliver();
        for (int i = 0; i < 10; i++) {
            tables.table(1).cancel("pool", waiting.get(i));
        }
        assertThat(tables.underWay()).as("ten releases and ten requests").isEqualTo(20);
        tables.deliver();
        tables.release(2, all);
        tables.deliver();
        assertThat(waiting.stream().filter(Asker::granted)).containsExactlyElementsOf(waiting.subList(10, 15));
        assertThat(semaphore(1).acquisitions.values().stream()
                        .filter(acquisition -> acquisition.state == LocalSemaphore.State.ASKED))
                .as("as many as before, without those that have entered")
                .hasSize(some);
    }

    @Test
    void permitsThatNobodyTakesAnyMoreGoToTheNextRequest() {
        Asker all = tables.take(1, permits(5));
        Asker gone = tables.ask(1, permits(5));
        Asker next = tables.ask(2, permits(1));
        tables.deliver();
        gone.gone = true;
        tables.release(1, all);
        tables.deliver();
        assertThat(gone.granted()).isFalse();
        assertThat(next.granted()).isTrue();
        assertThat(semaphore(1).isUnused()).isTrue();
    }

    @Test
    void aRequestThatIsGivenUpBeforeItIsSentIsNeverSent() {
        tables.expireLease(1);
        Asker asker = tables.ask(1, permits(1));
        assertThat(semaphore(1).waiterCount()).isEqualTo(1);
        tables.table(1).cancel("pool", asker);
        tables.renew(1);
        assertThat(tables.underWay()).isZero();
        assertThat(tables.table(1).locks).isEmpty();
        assertThat(tables.counters(1).withdrawals()).isEqualTo(1);
    }

    @Test
    void permitsThatComeAfterARequestWasGivenUpGoBack() {
        Asker asker = tables.ask(1, permits(5));
        tables.table(1).cancel("pool", asker);
        tables.deliver();
        assertThat(asker.granted()).isFalse();
        assertThat(tables.take(2, permits(5)).granted()).isTrue();
        assertThat(tables.counters(1).entries()).isZero();
        assertThat(semaphore(1).isUnused()).isTrue();
    }

    @Test
    void whoHasGivenUpOrHoldsCannotGiveUpAgain() {
        Asker holder = tables.take(1, permits(1));
        Asker asker = tables.ask(1, permits(5));
        tables.deliver();
        for (int i = 0; i < 2; i++) {
            tables.table(1).cancel("pool", holder);
            tables.table(1).cancel("pool", asker);
            tables.deliver();
        }
        assertThat(tables.counters(1).withdrawals()).isEqualTo(1);
        assertThat(semaphore(1).holdCount()).isEqualTo(1);
    }

    @Test
    void aGrantIsReleasedOnce() {
        Asker one = tables.take(1, permits(3));
        Asker other = tables.take(1, permits(2));
        tables.release(1, one);
        tables.release(1, one);
        tables.deliver();
        assertThat(tables.take(2, permits(3)).granted()).isTrue();
        Asker more = tables.ask(2, permits(1));
        tables.deliver();
        assertThat(more.granted()).isFalse();
        tables.release(1, other);
        tables.deliver();
        assertThat(more.granted()).isTrue();
    }

    // Leases

    /** Without a lease nobody may hold anything. */
    @Test
    void permitsThatComeWithoutALeaseGoBackAndAreAskedForAgain() {
        Asker all = tables.take(2, permits(5));
        Asker asker = tables.ask(1, permits(5));
        tables.deliver();
        tables.expireLease(1);
        tables.release(2, all);
        tables.deliver();
        assertThat(asker.granted()).isFalse();
        Asker other = tables.take(2, permits(5));
        tables.renew(1);
        tables.deliver();
        assertThat(asker.granted()).isFalse();
        tables.release(2, other);
        tables.deliver();
        assertThat(asker.granted()).isTrue();
    }

    @Test
    void allPermitsOfANodeWithoutALeaseAreLostWithTheirFencesAndFreeForOthers() {
        Asker first = tables.take(1, permits(2));
        tables.changeView();
        Asker second = tables.take(1, permits(3));
        tables.expireLease(1);
        tables.deliver();
        assertThat(tables.lost(1))
                .containsExactly(first.grant().fence(), second.grant().fence());
        assertThat(tables.counters(1).lost()).isEqualTo(2);
        assertThat(tables.take(2, permits(5)).granted()).isTrue();
    }

    // Views

    @Test
    void whatIsHeldStaysHeldInTheNextViewAndWhatWaitsIsAskedForAgain() {
        Asker two = tables.take(1, permits(2));
        Asker one = tables.take(1, permits(1));
        Asker waiting = tables.ask(1, permits(5));
        Asker givenUp = tables.ask(1, permits(5));
        tables.deliver();
        tables.table(1).cancel("pool", givenUp);
        tables.changeView();
        tables.deliver();
        assertThat(tables.counters(1).carried()).isEqualTo(2);
        Asker free = tables.ask(2, permits(3));
        tables.deliver();
        assertThat(free.granted()).as("another waits for longer").isFalse();
        tables.release(1, two);
        tables.release(1, one);
        tables.deliver();
        assertThat(waiting.granted()).isTrue();
        assertThat(waiting.grant().fence()).isEqualTo(tables.firstFence());
        tables.release(1, waiting);
        tables.deliver();
        assertThat(free.granted()).isTrue();
        assertThat(givenUp.granted()).isFalse();
    }

    @Test
    void aGrantIsReportedWithItsPermitsAndTheFenceWithWhichItWasGranted() {
        Asker two = tables.take(1, permits(2));
        tables.changeView();
        Asker one = tables.take(1, permits(1));
        assertThat(one.grant().fence()).isGreaterThan(two.grant().fence());
        assertThat(reportedShares())
                .containsExactly(
                        new HeldShare(Mode.SHARED, 2, two.grant().fence()),
                        new HeldShare(Mode.SHARED, 1, one.grant().fence()));
    }

    @Test
    void permitsReleasedBetweenTwoViewsAreFreeInTheNextAndCountOnce() {
        Asker all = tables.take(1, permits(5));
        tables.changeView(() -> {
            tables.release(1, all);
            tables.release(1, all);
        });
        tables.deliver();
        assertThat(tables.take(2, permits(5)).granted()).isTrue();
        assertThat(tables.counters(1).carried()).isZero();
    }

    @Test
    void aRequestThatIsGivenUpBetweenTwoViewsIsNotSent() {
        tables.take(2, permits(5));
        Asker asker = tables.ask(1, permits(1));
        tables.deliver();
        tables.changeView(() -> tables.table(1).cancel("pool", asker));
        assertThat(tables.underWay()).isZero();
    }

    @Test
    void allRequestsThatWaitAreSentAsSoonAsAViewBegins() {
        tables.take(2, permits(5));
        askFor(1, 1, 3);
        tables.deliver();
        tables.changeView();
        assertThat(tables.underWay()).isEqualTo(3);
    }

    @Test
    void carriedAndLaterGrantsAreReleasedEachForItself() {
        Asker first = tables.take(1, permits(1));
        Asker second = tables.take(1, permits(1));
        tables.changeView();
        askFor(1, 1, 3);
        tables.deliver();
        assertThat(semaphore(1).holdCount()).isEqualTo(5);
        Asker waiting = tables.ask(2, permits(2));
        tables.deliver();
        tables.release(1, first);
        tables.deliver();
        assertThat(waiting.granted()).isFalse();
        tables.release(1, second);
        tables.deliver();
        assertThat(waiting.granted()).isTrue();
        assertThat(semaphore(1).holdCount()).isEqualTo(3);
    }

    /** Otherwise the release of one would free the permits of the other. */
    @Test
    void noLaterRequestHasTheNumberOfACarriedGrant() {
        Asker carried = tables.take(1, permits(1));
        tables.changeView();
        Asker later = tables.take(1, permits(3));
        tables.release(1, later);
        tables.deliver();
        Asker four = tables.take(2, permits(4));
        assertThat(four.granted()).isTrue();
        Asker last = tables.ask(2, permits(1));
        tables.deliver();
        assertThat(last.granted()).as("one permit is still held").isFalse();
        tables.release(1, carried);
        tables.deliver();
        assertThat(last.granted()).isTrue();
    }

    /** The number of its request may be that of another grant in the next view. */
    @Test
    void aGrantThatIsReleasedBeforeAnotherReportFreesNothingInTheNextView() {
        Asker released = tables.take(1, permits(1));
        Asker kept = tables.take(1, permits(4));
        tables.changeView();
        tables.table(1).seal();
        tables.release(1, released);
        tables.changeView();
        tables.deliver();
        assertThat(tables.take(2, permits(1)).granted()).isTrue();
        Asker four = tables.ask(2, permits(4));
        tables.deliver();
        assertThat(four.granted()).as("they are still held").isFalse();
        tables.release(1, kept);
        tables.deliver();
        assertThat(four.granted()).isTrue();
    }

    /** A view that was proposed may be overtaken by another one before it begins. */
    @Test
    void whatIsReleasedOrLostAfterAReportIsNotInTheNextReport() {
        Asker released = tables.take(1, permits(1));
        tables.take(1, permits(1));
        assertThat(reportedShares()).hasSize(2);
        tables.release(1, released);
        assertThat(reportedShares()).hasSize(1);
        tables.expireLease(1);
        assertThat(tables.table(1).seal().holds()).isEmpty();
    }

    @Test
    void aWaiterOfAnAlgorithmThatTakesOneRequestOfANodeIsServedInTheNextView() {
        ConnectedTables inTurns = oneRequestAtATime();
        Asker other = inTurns.take(2, ONE_OF_ONE);
        Asker waiting = inTurns.ask(1, ONE_OF_ONE);
        inTurns.deliver();
        inTurns.changeView();
        inTurns.release(2, other);
        inTurns.deliver();
        assertThat(waiting.granted()).isTrue();
    }

    // Kinds

    @Test
    void whenTheKindIsInDisputeWaitersAreToldOnceAndHoldersKeepWhatTheyHave() {
        Asker holder = tables.take(1, permits(3));
        Asker asked = tables.ask(1, permits(5));
        tables.deliver();
        tables.table(1).refuseAll("pool", "dispute");
        assertThat(tables.underWay()).as("the withdrawal is sent at once").isEqualTo(1);
        tables.table(1).refuseAll("pool", "dispute");
        tables.deliver();
        assertThat(asked.refusals).containsExactly("dispute");
        assertThat(holder.refusals).isEmpty();
        assertThat(semaphore(1).holdCount()).isEqualTo(1);
        assertThat(semaphore(1).waiterCount()).isZero();
        assertThat(tables.take(2, permits(2)).granted())
                .as("the refused request is out of the way")
                .isTrue();
    }

    // Other algorithms

    @Test
    void holdersThatFitTheNewAlgorithmAreCarriedIntoIt() {
        Asker mine = tables.take(1, permits(1));
        Asker other = tables.take(2, permits(1));
        tables.changeView(raymond());
        tables.deliver();
        assertThat(tables.status(1, "pool").algorithm()).isEqualTo("raymond-k");
        tables.release(1, mine);
        tables.release(2, other);
        tables.deliver();
        assertThat(tables.take(1, permits(1)).granted()).isTrue();
    }

    @Test
    void aNodeWithSeveralGrantsKeepsTheDefaultAlgorithmForThisView() {
        List<Asker> mine = askFor(1, 1, 2);
        tables.deliver();
        Asker waits = tables.ask(2, permits(4));
        tables.deliver();
        tables.changeView(raymond());
        tables.deliver();
        assertThat(tables.status(1, "pool").algorithm()).isEqualTo("lamport");
        assertThat(tables.status(2, "pool").algorithm()).isEqualTo("lamport");
        assertThat(waits.refusals).isEmpty();
        mine.forEach(each -> tables.release(1, each));
        tables.deliver();
        assertThat(waits.granted()).isTrue();
        tables.release(2, waits);
        tables.deliver();
        tables.changeView();
        tables.take(1, permits(1));
        assertThat(tables.status(1, "pool").algorithm()).isEqualTo("raymond-k");
    }

    @Test
    void aGrantOfSeveralPermitsKeepsTheDefaultAlgorithmForThisView() {
        Asker several = tables.take(1, permits(2));
        tables.changeView(raymond());
        assertThat(tables.status(1, "pool").algorithm()).isEqualTo("lamport");
        Asker more = tables.take(2, permits(3));
        tables.release(1, several);
        tables.release(2, more);
        tables.deliver();
        assertThat(tables.take(1, permits(5)).granted()).isTrue();
    }

    @Test
    void waitersForSeveralPermitsAreRefusedWhenTheNewAlgorithmGivesOneAtATime() {
        Asker holder = tables.take(2, AcquireRequest.permits("pool", 5, 1));
        tables.expireLease(1);
        Asker several = tables.ask(1, permits(3));
        Asker one = tables.ask(1, permits(1));
        tables.changeView(raymond());
        assertThat(several.refusals)
                .containsExactly("'pool' is decided by raymond-k, which gives one permit at a time, not 3");
        assertThat(semaphore(1).waiterCount()).isEqualTo(1);
        tables.renew(1);
        tables.deliver();
        assertThat(one.granted()).isTrue();
        tables.release(2, holder);
        assertThat(tables.ask(2, permits(2)).refusals).hasSize(1);
    }

    @Test
    void aNodeMayHaveSeveralGrantsAgainWhenTheAlgorithmAllowsThem() {
        ConnectedTables inTurns = oneRequestAtATime();
        AcquireRequest one = AcquireRequest.permits("pool", 5, 1);
        inTurns.take(1, one);
        Asker second = inTurns.ask(1, one);
        inTurns.deliver();
        assertThat(second.granted()).isFalse();
        inTurns.changeView(lamport());
        inTurns.deliver();
        assertThat(second.granted()).isTrue();
        assertThat(inTurns.status(1, "pool").algorithm()).isEqualTo("lamport");
    }

    // What is shown

    @Test
    void aHolderIsShownWithItsNameItsPermitsItsFenceAndHowLongItHasHeldThem() {
        tables.advance(1_000);
        Asker holder = tables.ask(1, "big", permits(4));
        tables.advance(7);
        assertThat(semaphore(1).isInside()).isFalse();
        tables.deliver();
        assertThat(semaphore(1).isInside()).isTrue();
        tables.advance(30);
        assertThat(tables.status(1, "pool").holders())
                .containsExactly(new LockStatus.LockHolder(
                        "big", 30, Mode.SHARED, 4, holder.grant().fence()));
        tables.release(1, holder);
        assertThat(tables.status(1, "pool").holders()).isEmpty();
    }

    @Test
    void waitersAreShownInTheirOrderWithTheNumbersOfTheirRequestsAndHowLongTheyHaveWaited() {
        tables.take(2, permits(5));
        tables.advance(1_000);
        tables.ask(1, "first", permits(2));
        tables.advance(10);
        tables.ask(1, "second", permits(3));
        tables.advance(5);
        List<LockStatus.LockWaiter> shown = tables.status(1, "pool").waiters();
        assertThat(shown).extracting(LockStatus.LockWaiter::label).containsExactly("first", "second");
        assertThat(shown).extracting(LockStatus.LockWaiter::waitedNanos).containsExactly(15L, 5L);
        assertThat(shown).extracting(LockStatus.LockWaiter::permits).containsExactly(2, 3);
        assertThat(shown).extracting(LockStatus.LockWaiter::turn).containsExactly(1, 1);
        assertThat(shown.get(0).number().orElseThrow())
                .isLessThan(shown.get(1).number().orElseThrow());
    }

    @Test
    void aWaiterWhoseRequestIsNotSentYetHasNoNumber() {
        tables.expireLease(1);
        tables.ask(1, permits(1));
        assertThat(tables.status(1, "pool").waiters())
                .singleElement()
                .satisfies(waiter -> assertThat(waiter.number()).isEmpty());
    }

    /** One request after the other, so that each waits for a turn of its own. */
    @Test
    void anAlgorithmThatTakesOneRequestOfANodeServesItsWaitersInTurns() {
        ConnectedTables inTurns = oneRequestAtATime();
        Asker other = inTurns.take(2, ONE_OF_ONE);
        Asker first = inTurns.ask(1, "first", ONE_OF_ONE);
        Asker second = inTurns.ask(1, "second", ONE_OF_ONE);
        inTurns.deliver();
        assertThat(inTurns.status(1, "pool").waiters())
                .extracting(LockStatus.LockWaiter::label, LockStatus.LockWaiter::turn)
                .containsExactly(tuple("first", 1), tuple("second", 2));
        inTurns.release(2, other);
        inTurns.deliver();
        assertThat(second.granted()).isFalse();
        inTurns.release(1, first);
        inTurns.deliver();
        assertThat(second.granted()).isTrue();
    }

    @Test
    void timesOfWaitsAndHoldsAreMeasured() {
        tables.advance(1_000);
        Asker asker = tables.ask(1, permits(1));
        tables.advance(20);
        tables.deliver();
        tables.advance(300);
        tables.release(1, asker);
        tables.deliver();
        assertThat(tables.table(1).usage().acquisitions()).isEqualTo(1);
        assertThat(tables.table(1).usage().longestWaitNanos()).isEqualTo(20);
        assertThat(tables.table(1).usage().longestHoldNanos()).isEqualTo(300);
    }

    /** What node 1 would report of the semaphore. */
    private List<HeldShare> reportedShares() {
        HeldLock pool = tables.table(1).seal().holds().get("pool");
        return pool == null ? List.of() : pool.shares();
    }
}
