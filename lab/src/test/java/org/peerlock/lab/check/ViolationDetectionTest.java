package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * Every kind of violation is reported, and none is missed because two states were taken for one.
 */
class ViolationDetectionTest {

    private static final Capacity PERMITS = Capacity.semaphore(3);
    private static final Request ONE = Request.permits(0, 1);
    private static final Request TWO = Request.permits(0, 2);
    private static final Request WRITER = Request.exclusive(0);
    private static final Request READER = Request.shared(0);
    private static final TimerId BELL = new TimerId("bell");

    private static SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig(
            Capacity capacity, Start start, StubAlgorithm... nodes) {
        return new SystemConfig<>(
                List.<Algorithm<StubAlgorithm.Memory, StubAlgorithm.Note>>of(nodes), capacity, Network.FIFO, start);
    }

    private static Workload workload(int requests, Request... kinds) {
        return new Workload(
                requests,
                List.of(kinds),
                0,
                Optional.empty(),
                OptionalInt.empty(),
                Churn.none(),
                false,
                false,
                Optional.empty());
    }

    private static <S extends Record, M> Optional<String> blamed(
            SystemConfig<S, M> systemConfig, Workload workload, Property property) {
        return Explorer.explore(systemConfig, workload, EnumSet.of(property), 10_000)
                .counterexample()
                .map(Counterexample::violation)
                .map(Violation::sentence);
    }

    @Test
    void aCorrectAlgorithmHasNoViolation() {
        CheckReport<?> checkReport = Explorer.explore(
                systemConfig(PERMITS, Start.fresh(), new StubAlgorithm()),
                workload(2, ONE, TWO).withCancels(2),
                Property.usual(),
                10_000);
        assertThat(checkReport.counterexample()).isEmpty();
        assertThat(checkReport.complete()).isTrue();
    }

    // Exclusion

    static Stream<Capacity> capacities() {
        return Stream.of(Capacity.mutex(), Capacity.readWrite(), PERMITS);
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void tooManyRequestsInsideAreAViolationForEveryLock(Capacity capacity) {
        class Pushing extends Lamport {
            Pushing(int me) {
                super(me, 2, capacity);
            }

            @Override
            protected boolean fits(State s, Ticket ticket) {
                return true;
            }
        }
        SystemConfig<Lamport.State, Lamport.Message> systemConfig =
                new SystemConfig<>(List.of(new Pushing(1), new Pushing(2)), capacity, Network.FIFO, Start.fresh());
        assertThat(blamed(systemConfig, Workload.of(capacity, 1), Property.EXCLUSION))
                .contains("inside together: 1 2");
    }

    @Test
    void asManyAsFitAreNoViolation() {
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> pair =
                systemConfig(PERMITS, Start.fresh(), new StubAlgorithm(), new StubAlgorithm());
        assertThat(blamed(pair, workload(1, ONE), Property.EXCLUSION)).isEmpty();
        assertThat(blamed(pair, workload(1, ONE, TWO), Property.EXCLUSION)).contains("inside together: 1 2");
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> readers =
                systemConfig(Capacity.readWrite(), Start.fresh(), new StubAlgorithm(), new StubAlgorithm());
        assertThat(blamed(readers, workload(1, READER), Property.EXCLUSION)).isEmpty();
        assertThat(blamed(readers, workload(1, READER, WRITER), Property.EXCLUSION))
                .contains("inside together: 1 2");
    }

    // Withdrawal

    /** Enters when its timer expires, so it can be cancelled before. */
    private static class Late extends StubAlgorithm {

        @Override
        public Memory onRequest(Memory s, Request request, Effects<Note> out) {
            out.setTimer(BELL, Timeout.roundTrip());
            return new Memory(Long.toString(request.id()));
        }

        @Override
        public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
            out.enter(Long.parseLong(s.text()), 0);
            return EMPTY;
        }

        @Override
        public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
            out.cancelTimer(BELL);
            out.withdrawn(requestId);
            return EMPTY;
        }
    }

    @Test
    void aTimelyWithdrawalIsNoViolation() {
        CheckReport<?> checkReport = Explorer.explore(
                systemConfig(PERMITS, Start.fresh(), new Late()),
                workload(2, ONE).withCancels(2),
                Property.usual(),
                10_000);
        assertThat(checkReport.counterexample()).isEmpty();
        assertThat(checkReport.complete()).isTrue();
    }

    @Test
    void anEntryBetweenCancelAndWithdrawalIsAViolation() {
        StubAlgorithm deaf = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                return s;
            }
        };
        assertThat(blamed(
                        systemConfig(PERMITS, Start.fresh(), deaf),
                        workload(1, ONE).withCancels(1),
                        Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void anEntryAfterWithdrawalIsAViolation() {
        StubAlgorithm forgetful = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                out.withdrawn(requestId);
                return s;
            }
        };
        assertThat(blamed(
                        systemConfig(PERMITS, Start.fresh(), forgetful),
                        workload(1, ONE).withCancels(1),
                        Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void aSecondEntryOfARequestIsAViolation() {
        StubAlgorithm eager = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), 0);
                out.enter(request.id(), 0);
                return s;
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), eager), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void aWithdrawalOfARequestThatWaitsIsAViolation() {
        StubAlgorithm shy = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.withdrawn(request.id());
                return s;
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), shy), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 withdraws request #1, not cancelled");
    }

    @Test
    void aWithdrawalOfARequestThatIsInsideIsAViolation() {
        StubAlgorithm shy = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), 0);
                out.withdrawn(request.id());
                return s;
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), shy), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 withdraws request #1, not cancelled");
    }

    @Test
    void aCancelledRequestThatIsNeverWithdrawnIsStuck() {
        StubAlgorithm silent = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                out.cancelTimer(BELL);
                return EMPTY;
            }
        };
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig =
                systemConfig(PERMITS, Start.fresh(), silent);
        assertThat(blamed(systemConfig, workload(1, ONE).withCancels(1), Property.WITHDRAWAL))
                .contains("nothing is under way and nobody is inside, yet these wait: 1");
        assertThat(blamed(systemConfig, workload(1, ONE), Property.WITHDRAWAL)).isEmpty();
    }

    // Fences

    /** Enters with the fences that it is given, one after the other. */
    private static StubAlgorithm fenced(long... fences) {
        return new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), fences[(int) request.id() - 1]);
                return s;
            }
        };
    }

    /** The violation of the last of some requests, which enter and leave one after the other. */
    private static Optional<String> blamed(
            Capacity capacity, Start start, StubAlgorithm stubAlgorithm, Request... requests) {
        return blamed(capacity, start, stubAlgorithm, 0, requests);
    }

    private static Optional<String> blamed(
            Capacity capacity, Start start, StubAlgorithm stubAlgorithm, long more, Request... requests) {
        World<StubAlgorithm.Memory, StubAlgorithm.Note> world =
                World.start(systemConfig(capacity, start, stubAlgorithm)).world();
        Optional<Violation> last = Optional.empty();
        for (int id = 1; id <= requests.length; id++) {
            assertThat(last).isEmpty();
            Request kind = requests[id - 1];
            StepOutcome<StubAlgorithm.Memory, StubAlgorithm.Note> entered =
                    world.apply(new Step.Ask<>(1, new Request(id, kind.mode(), kind.permits(), 1)));
            last = entered.violation(EnumSet.of(Property.FENCE));
            long fence = entered.world().activeRequests().get(0).fence();
            world = entered.world()
                    .apply(new Step.Release<>(1, id, fence + more))
                    .world();
        }
        return last.map(Violation::sentence);
    }

    @Test
    void underAMutexFencesMustGrow() {
        Capacity mutex = Capacity.mutex();
        assertThat(blamed(mutex, Start.fresh(), fenced(1, 2), WRITER, WRITER)).isEmpty();
        assertThat(blamed(mutex, Start.fresh(), fenced(1, 1), WRITER, WRITER))
                .contains("node 1 enters with fence 1 after 1");
    }

    @Test
    void fencesMustGrowEvenBeforeAnyRequestHasLeft() {
        StepOutcome<StubAlgorithm.Memory, StubAlgorithm.Note> both = World.start(
                        systemConfig(Capacity.mutex(), Start.fresh(), fenced(1), fenced(1)))
                .world()
                .apply(new Step.Ask<>(1, Request.exclusive(1)))
                .world()
                .apply(new Step.Ask<>(2, Request.exclusive(1)));
        assertThat(both.violation(EnumSet.of(Property.FENCE)).map(Violation::sentence))
                .contains("node 2 enters with fence 1 after 1");
    }

    @Test
    void aWritersFenceMustBeGreaterThanThatOfEveryWriterBefore() {
        Capacity lock = Capacity.readWrite();
        assertThat(blamed(lock, Start.fresh(), fenced(1, 2), WRITER, WRITER)).isEmpty();
        assertThat(blamed(lock, Start.fresh(), fenced(1, 1), WRITER, WRITER))
                .contains("node 1 enters with fence 1 after 1");
    }

    @Test
    void aReadersFenceMustBeAtLeastThatOfEveryWriterBefore() {
        Capacity lock = Capacity.readWrite();
        assertThat(blamed(lock, Start.fresh(), fenced(2, 2), WRITER, READER)).isEmpty();
        assertThat(blamed(lock, Start.fresh(), fenced(2, 1), WRITER, READER))
                .contains("node 1 enters with fence 1 after 2");
    }

    @Test
    void aReadersFenceIsNoBoundForLaterOnes() {
        assertThat(blamed(Capacity.readWrite(), Start.fresh(), fenced(5, 4, 5), READER, READER, WRITER))
                .isEmpty();
    }

    @Test
    void underASemaphoreAllGetTheFenceOfTheStart() {
        Start start = new Start(1, 7, List.of());
        assertThat(blamed(PERMITS, start, fenced(7, 7), ONE, TWO)).isEmpty();
        assertThat(blamed(PERMITS, start, fenced(7, 8), ONE, TWO)).contains("node 1 enters with fence 8 after 7");
        assertThat(blamed(PERMITS, start, fenced(0), ONE)).contains("node 1 enters with fence 0 after 7");
    }

    @Test
    void theFirstFenceMustBeGreaterThanThatOfTheStart() {
        Start start = new Start(1, 7, List.of());
        assertThat(blamed(Capacity.mutex(), start, fenced(8), WRITER)).isEmpty();
        assertThat(blamed(Capacity.mutex(), start, fenced(7), WRITER)).contains("node 1 enters with fence 7 after 7");
    }

    @Test
    void theNextFenceMustBeGreaterThanTheLastThatWasUsedUnderAnEntry() {
        Capacity mutex = Capacity.mutex();
        assertThat(blamed(mutex, Start.fresh(), fenced(1, 5), 3, WRITER, WRITER))
                .isEmpty();
        assertThat(blamed(mutex, Start.fresh(), fenced(1, 4), 3, WRITER, WRITER))
                .contains("node 1 enters with fence 4 after 4");
    }

    // Expectations and timers

    @Test
    void anImpossibleInputIsAViolationOrIsPruned() {
        StubAlgorithm upset = new StubAlgorithm() {
            @Override
            public Memory onRelease(Memory s, long requestId, long lastFence, Effects<Note> out) {
                throw new AssertionError("nobody leaves");
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), upset), workload(1, ONE), Property.EXPECTATION))
                .contains("node 1: nobody leaves");
        CheckReport<?> unjudged = Explorer.explore(
                systemConfig(PERMITS, Start.fresh(), upset, upset),
                workload(1, ONE),
                EnumSet.of(Property.EXCLUSION),
                10_000);
        assertThat(unjudged.verdict()).isEqualTo(CheckReport.Verdict.INCOMPLETE);
        assertThat(unjudged.exhausted()).isTrue();
        assertThat(unjudged.pruned()).isEqualTo(4);
    }

    @Test
    void timersExpire() {
        StubAlgorithm upset = new Late() {
            @Override
            public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
                throw new AssertionError(timer.name() + " rings");
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), upset), workload(1, ONE), Property.EXPECTATION))
                .contains("node 1: bell rings");
    }

    /** Its second request is answered by node 2, before the timer expires unless that is early. */
    @Test
    void onlyAnExpiryThatIsEarlyCountsAsOne() {
        StubAlgorithm asking = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                if (request.id() == 2) {
                    out.send(2, new Note("?"));
                }
                out.setTimer(BELL, Timeout.roundTripAndSection());
                return new Memory(Long.toString(request.id()));
            }

            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                return new Memory("answered");
            }

            @Override
            public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
                if (s.text().equals("2")) {
                    visited(out);
                } else {
                    out.enter(s.text().equals("1") ? 1 : 2, 0);
                }
                return EMPTY;
            }
        };
        StubAlgorithm answering = new StubAlgorithm() {
            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                out.send(from, note);
                return s;
            }
        };
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig =
                systemConfig(PERMITS, Start.fresh(), asking, answering);
        Churn early = Churn.none().withEarly(1);
        assertThat(blamed(systemConfig, workload(2, ONE), Property.WITHDRAWAL)).isEmpty();
        assertThat(blamed(systemConfig, workload(2, ONE).with(early), Property.WITHDRAWAL))
                .contains(VISITED);
    }

    // What distinguishes two states. In each case the path without a violation to a state that
    // looks the same is found first.

    /** Causes a violation, to show that a state was visited. */
    private static void visited(Effects<StubAlgorithm.Note> out) {
        out.withdrawn(99);
    }

    private static final String VISITED = "node 1 withdraws request #99, not cancelled";

    /** After one entry, only the fence shows whether a reader or a writer was inside. */
    @Test
    void statesDifferByTheLastFence() {
        SystemConfig<StubAlgorithm.Memory, StubAlgorithm.Note> systemConfig =
                systemConfig(Capacity.readWrite(), Start.fresh(), fenced(5, 5));
        for (Workload order : List.of(workload(2, READER, WRITER), workload(2, WRITER, READER))) {
            assertThat(blamed(systemConfig, order, Property.FENCE)).contains("node 1 enters with fence 5 after 5");
        }
    }

    /**
     * After one request, which was withdrawn or has left, only the number of cancels shows which.
     */
    @Test
    void statesDifferByTheRemainingCancels() {
        StubAlgorithm late = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                if (requestId == 2) {
                    visited(out);
                }
                return super.onCancel(s, requestId, out);
            }
        };
        assertThat(blamed(
                        systemConfig(PERMITS, Start.fresh(), late),
                        workload(2, ONE).withCancels(1),
                        Property.WITHDRAWAL))
                .contains(VISITED);
    }

    /** After one entry, only the number of requests shows that there was one. */
    @Test
    void statesDifferByTheRequestsMade() {
        StubAlgorithm twice = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                if (request.id() == 2) {
                    visited(out);
                }
                return super.onRequest(s, request, out);
            }
        };
        assertThat(blamed(systemConfig(PERMITS, Start.fresh(), twice), workload(2, ONE), Property.WITHDRAWAL))
                .contains(VISITED);
    }

    /** After one entry, only a timer shows which kind it was. */
    @Test
    void statesDifferByTheirTimers() {
        StubAlgorithm timed = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                return new Memory(request.permits() == 2 ? "two" : "one");
            }

            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                if (s.text().equals("two")) {
                    out.setTimer(BELL, Timeout.roundTrip());
                }
                out.withdrawn(requestId);
                return EMPTY;
            }

            @Override
            public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
                visited(out);
                return s;
            }
        };
        for (Workload order : List.of(workload(1, ONE, TWO), workload(1, TWO, ONE))) {
            assertThat(blamed(systemConfig(PERMITS, Start.fresh(), timed), order.withCancels(1), Property.WITHDRAWAL))
                    .contains(VISITED);
        }
    }

    /** While node 1 is inside and node 2 waits, only the count shows which came first. */
    @Test
    void statesDifferByTheRequestsThatWereOvertaken() {
        StubAlgorithm waiting = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                return s;
            }
        };
        assertThat(blamed(
                        systemConfig(PERMITS, Start.fresh(), new StubAlgorithm(), waiting),
                        workload(2, ONE).withMaxOvertakes(OptionalInt.of(1)),
                        Property.NO_STARVATION))
                .contains("node 2 waits and all that it sent has arrived, yet others entered 2 times");
    }

    /** After one entry, only the order of two messages on one link shows which kind it was. */
    @Test
    void statesDifferByTheOrderOfMessagesOnALink() {
        StubAlgorithm sender = new StubAlgorithm() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), 0);
                return new Memory(request.permits() == 2 ? "two" : "one");
            }

            @Override
            public Memory onRelease(Memory s, long requestId, long lastFence, Effects<Note> out) {
                String other = s.text().equals("one") ? "two" : "one";
                out.send(1, new Note(s.text()));
                out.send(1, new Note(other));
                return EMPTY;
            }
        };
        for (String first : List.of("one", "two")) {
            StubAlgorithm receiver = new StubAlgorithm() {
                @Override
                public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                    if (s.equals(EMPTY) && note.text().equals(first)) {
                        visited(out);
                    }
                    return new Memory("received");
                }
            };
            assertThat(blamed(
                            systemConfig(PERMITS, Start.fresh(), receiver, sender),
                            workload(1, ONE, TWO),
                            Property.WITHDRAWAL))
                    .contains(VISITED);
        }
    }

    /** A count that does not fit would be taken for another one. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 128})
    void countsThatDoNotFitTheFingerprintAreRefused(int times) {
        assertThatThrownBy(() -> Churn.none().withEarly(times)).hasMessage("each thing may happen from 0 to 127 times");
    }

    /** Shows every change of the fingerprints, even one that loses nothing. */
    @ParameterizedTest
    @CsvSource({
        "ricart-agrawala, 2, 2, FIFO,      179, 236",
        "ricart-agrawala, 2, 2, UNORDERED, 209, 296",
        "suzuki-kasami,   3, 1, FIFO,      579, 1580",
        "suzuki-kasami,   3, 1, UNORDERED, 725, 2077",
        "lamport,         2, 2, FIFO,      6797, 12217",
        "ra-medium,       3, 1, FIFO,      6260, 16998",
        "last-entered,    2, 2, FIFO,      106, 152",
        "ra-implicit-reply, 2, 2, FIFO,    412, 656"
    })
    void theNumbersOfStatesAndTransitionsAreExact(
            String id, int nodes, int requests, Network network, long states, long transitions) {
        CheckReport<?> checkReport = visit(Catalogue.find(id).orElseThrow(), nodes, requests, network);
        assertThat(checkReport.complete()).isTrue();
        assertThat(List.of(checkReport.states(), checkReport.transitions())).containsExactly(states, transitions);
    }

    private static <S extends Record, M> CheckReport<M> visit(
            CatalogueEntry<S, M> entry, int nodes, int requests, Network network) {
        return Explorer.explore(
                SystemConfig.of(entry, GroupConfig.mutex(nodes), network, Start.fresh()),
                Workload.of(Capacity.mutex(), requests),
                Property.usual(),
                1_000_000);
    }
}
