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
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/** Each way of being wrong is blamed, and none is missed because two states were taken for one. */
class JudgeTest {

    private static final Capacity PERMITS = Capacity.semaphore(3);
    private static final Request ONE = Request.permits(0, 1);
    private static final Request TWO = Request.permits(0, 2);
    private static final Request WRITER = Request.exclusive(0);
    private static final Request READER = Request.shared(0);
    private static final TimerId BELL = new TimerId("bell");

    private static Rules<Puppet.Memory, Puppet.Note> rules(Capacity capacity, Start start, Puppet... nodes) {
        return new Rules<>(List.<Algorithm<Puppet.Memory, Puppet.Note>>of(nodes), capacity, Network.FIFO, start);
    }

    private static Workload workload(int requests, Request... kinds) {
        return new Workload(requests, List.of(kinds), 0, Optional.empty(), OptionalInt.empty(), Churn.none(), false);
    }

    private static <S extends Record, M> Optional<String> blamed(
            Rules<S, M> rules, Workload workload, Property property) {
        return Explorer.explore(rules, workload, EnumSet.of(property), 10_000)
                .counterexample()
                .map(Counterexample::violation)
                .map(Violation::sentence);
    }

    @Test
    void nobodyIsBlamedForNothing() {
        Report<?> report = Explorer.explore(
                rules(PERMITS, Start.fresh(), new Puppet()),
                workload(2, ONE, TWO).withCancels(2),
                EnumSet.allOf(Property.class),
                10_000);
        assertThat(report.counterexample()).isEmpty();
        assertThat(report.complete()).isTrue();
    }

    // Exclusion

    static Stream<Capacity> capacities() {
        return Stream.of(Capacity.mutex(), Capacity.readWrite(), PERMITS);
    }

    @ParameterizedTest
    @MethodSource("capacities")
    void tooManyInsideAreBlamedWhateverTheLock(Capacity capacity) {
        class Pushing extends Lamport {
            Pushing(int me) {
                super(me, 2, capacity);
            }

            @Override
            protected boolean fits(State s, Ticket ticket) {
                return true;
            }
        }
        Rules<Lamport.State, Lamport.Message> rules =
                new Rules<>(List.of(new Pushing(1), new Pushing(2)), capacity, Network.FIFO, Start.fresh());
        assertThat(blamed(rules, Workload.of(capacity, 1), Property.EXCLUSION)).contains("inside together: 1 2");
    }

    @Test
    void asManyAsFitAreNotBlamed() {
        Rules<Puppet.Memory, Puppet.Note> pair = rules(PERMITS, Start.fresh(), new Puppet(), new Puppet());
        assertThat(blamed(pair, workload(1, ONE), Property.EXCLUSION)).isEmpty();
        assertThat(blamed(pair, workload(1, ONE, TWO), Property.EXCLUSION)).contains("inside together: 1 2");
        Rules<Puppet.Memory, Puppet.Note> readers =
                rules(Capacity.readWrite(), Start.fresh(), new Puppet(), new Puppet());
        assertThat(blamed(readers, workload(1, READER), Property.EXCLUSION)).isEmpty();
        assertThat(blamed(readers, workload(1, READER, WRITER), Property.EXCLUSION))
                .contains("inside together: 1 2");
    }

    // Withdrawal

    /** Enters when its timer expires, so it can be cancelled before. */
    private static class Late extends Puppet {

        @Override
        public Memory onRequest(Memory s, Request request, Effects<Note> out) {
            out.setTimer(BELL, Wait.roundTrip());
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
    void whoWithdrawsInTimeIsNotBlamed() {
        Report<?> report = Explorer.explore(
                rules(PERMITS, Start.fresh(), new Late()),
                workload(2, ONE).withCancels(2),
                EnumSet.allOf(Property.class),
                10_000);
        assertThat(report.counterexample()).isEmpty();
        assertThat(report.complete()).isTrue();
    }

    @Test
    void whoEntersBetweenCancelAndWithdrawalIsBlamed() {
        Puppet deaf = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                return s;
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), deaf), workload(1, ONE).withCancels(1), Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void whoEntersAfterWithdrawalIsBlamed() {
        Puppet forgetful = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                out.withdrawn(requestId);
                return s;
            }
        };
        assertThat(blamed(
                        rules(PERMITS, Start.fresh(), forgetful),
                        workload(1, ONE).withCancels(1),
                        Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void whoEntersTwiceIsBlamed() {
        Puppet eager = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), 0);
                out.enter(request.id(), 0);
                return s;
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), eager), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 enters with request #1, which does not wait");
    }

    @Test
    void whoWithdrawsARequestThatWaitsIsBlamed() {
        Puppet shy = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.withdrawn(request.id());
                return s;
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), shy), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 withdraws request #1, not cancelled");
    }

    @Test
    void whoWithdrawsARequestThatIsInsideIsBlamed() {
        Puppet shy = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), 0);
                out.withdrawn(request.id());
                return s;
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), shy), workload(1, ONE), Property.WITHDRAWAL))
                .contains("node 1 withdraws request #1, not cancelled");
    }

    @Test
    void whoNeverWithdrawsIsStuck() {
        Puppet silent = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                out.cancelTimer(BELL);
                return EMPTY;
            }
        };
        Rules<Puppet.Memory, Puppet.Note> rules = rules(PERMITS, Start.fresh(), silent);
        assertThat(blamed(rules, workload(1, ONE).withCancels(1), Property.WITHDRAWAL))
                .contains("nothing is under way and nobody is inside, yet these wait: 1");
        assertThat(blamed(rules, workload(1, ONE), Property.WITHDRAWAL)).isEmpty();
    }

    // Fences

    /** Enters with the fences that it is given, one after the other. */
    private static Puppet fenced(long... fences) {
        return new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                out.enter(request.id(), fences[(int) request.id() - 1]);
                return s;
            }
        };
    }

    /** The violation of the last of some requests, which enter and leave one after the other. */
    private static Optional<String> blamed(Capacity capacity, Start start, Puppet puppet, Request... requests) {
        return blamed(capacity, start, puppet, 0, requests);
    }

    private static Optional<String> blamed(
            Capacity capacity, Start start, Puppet puppet, long more, Request... requests) {
        World<Puppet.Memory, Puppet.Note> world =
                World.start(rules(capacity, start, puppet)).world();
        Optional<Violation> last = Optional.empty();
        for (int id = 1; id <= requests.length; id++) {
            assertThat(last).isEmpty();
            Request kind = requests[id - 1];
            Outcome<Puppet.Memory, Puppet.Note> entered =
                    world.apply(new Step.Ask<>(1, new Request(id, kind.mode(), kind.permits(), 1)));
            last = entered.violation(EnumSet.of(Property.FENCE));
            long fence = entered.world().claimants().get(0).fence();
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
    void fencesMustGrowEvenBeforeAnybodyHasLeft() {
        Outcome<Puppet.Memory, Puppet.Note> both = World.start(
                        rules(Capacity.mutex(), Start.fresh(), fenced(1), fenced(1)))
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
    void aReadersFenceBindsNobody() {
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
    void whatAStepTakesForImpossibleIsBlamedOrCountedAsNotLookedAt() {
        Puppet upset = new Puppet() {
            @Override
            public Memory onRelease(Memory s, long requestId, long lastFence, Effects<Note> out) {
                throw new AssertionError("nobody leaves");
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), upset), workload(1, ONE), Property.EXPECTATION))
                .contains("node 1: nobody leaves");
        Report<?> unjudged = Explorer.explore(
                rules(PERMITS, Start.fresh(), upset, upset), workload(1, ONE), EnumSet.of(Property.EXCLUSION), 10_000);
        assertThat(unjudged.verdict()).isEqualTo(Report.Verdict.HOLDS);
        assertThat(unjudged.pruned()).isEqualTo(4);
    }

    @Test
    void timersExpire() {
        Puppet upset = new Late() {
            @Override
            public Memory onTimer(Memory s, TimerId timer, Effects<Note> out) {
                throw new AssertionError(timer.name() + " rings");
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), upset), workload(1, ONE), Property.EXPECTATION))
                .contains("node 1: bell rings");
    }

    /** Its second request is answered by node 2, before the timer expires unless that is early. */
    @Test
    void onlyAnExpiryThatIsEarlyCountsAsOne() {
        Puppet asking = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                if (request.id() == 2) {
                    out.send(2, new Note("?"));
                }
                out.setTimer(BELL, Wait.roundTripAndSection());
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
        Puppet answering = new Puppet() {
            @Override
            public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                out.send(from, note);
                return s;
            }
        };
        Rules<Puppet.Memory, Puppet.Note> rules = rules(PERMITS, Start.fresh(), asking, answering);
        Churn early = Churn.none().withEarly(1);
        assertThat(blamed(rules, workload(2, ONE), Property.WITHDRAWAL)).isEmpty();
        assertThat(blamed(rules, workload(2, ONE).with(early), Property.WITHDRAWAL))
                .contains(VISITED);
    }

    // What tells two states apart. In each case the harmless way to what looks like the same state is found first.

    /** Does something wrong, to show that a state was visited. */
    private static void visited(Effects<Puppet.Note> out) {
        out.withdrawn(99);
    }

    private static final String VISITED = "node 1 withdraws request #99, not cancelled";

    /** After one entry, only the fence tells whether a reader or a writer was inside. */
    @Test
    void statesAreToldApartByTheLastFence() {
        Rules<Puppet.Memory, Puppet.Note> rules = rules(Capacity.readWrite(), Start.fresh(), fenced(5, 5));
        for (Workload order : List.of(workload(2, READER, WRITER), workload(2, WRITER, READER))) {
            assertThat(blamed(rules, order, Property.FENCE)).contains("node 1 enters with fence 5 after 5");
        }
    }

    /** After one request, which was withdrawn or has left, only the number of cancels tells which. */
    @Test
    void statesAreToldApartByTheCancelsThatAreLeft() {
        Puppet late = new Late() {
            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                if (requestId == 2) {
                    visited(out);
                }
                return super.onCancel(s, requestId, out);
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), late), workload(2, ONE).withCancels(1), Property.WITHDRAWAL))
                .contains(VISITED);
    }

    /** After one entry, only the number of requests tells that there was one. */
    @Test
    void statesAreToldApartByTheRequestsMade() {
        Puppet twice = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                if (request.id() == 2) {
                    visited(out);
                }
                return super.onRequest(s, request, out);
            }
        };
        assertThat(blamed(rules(PERMITS, Start.fresh(), twice), workload(2, ONE), Property.WITHDRAWAL))
                .contains(VISITED);
    }

    /** After one entry, only a timer tells which kind it was of. */
    @Test
    void statesAreToldApartByTimers() {
        Puppet timed = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                return new Memory(request.permits() == 2 ? "two" : "one");
            }

            @Override
            public Memory onCancel(Memory s, long requestId, Effects<Note> out) {
                if (s.text().equals("two")) {
                    out.setTimer(BELL, Wait.roundTrip());
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
            assertThat(blamed(rules(PERMITS, Start.fresh(), timed), order.withCancels(1), Property.WITHDRAWAL))
                    .contains(VISITED);
        }
    }

    /** While node 1 is inside and node 2 waits, only the count tells who came first. */
    @Test
    void statesAreToldApartByWhoWasOvertaken() {
        Puppet waiting = new Puppet() {
            @Override
            public Memory onRequest(Memory s, Request request, Effects<Note> out) {
                return s;
            }
        };
        assertThat(blamed(
                        rules(PERMITS, Start.fresh(), new Puppet(), waiting),
                        workload(2, ONE).withPatience(OptionalInt.of(1)),
                        Property.NO_STARVATION))
                .contains("node 2 waits and all that it sent has arrived, yet others entered 2 times");
    }

    /** After one entry, only the order of two messages on one link tells which kind it was of. */
    @Test
    void statesAreToldApartByTheOrderOfMessagesOnALink() {
        Puppet sender = new Puppet() {
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
            Puppet receiver = new Puppet() {
                @Override
                public Memory onMessage(Memory s, int from, Note note, Effects<Note> out) {
                    if (s.equals(EMPTY) && note.text().equals(first)) {
                        visited(out);
                    }
                    return new Memory("received");
                }
            };
            assertThat(blamed(
                            rules(PERMITS, Start.fresh(), receiver, sender),
                            workload(1, ONE, TWO),
                            Property.WITHDRAWAL))
                    .contains(VISITED);
        }
    }

    /** A count that did not fit would be taken for another one. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 128})
    void whatHappensMoreOftenThanCanBeToldApartIsRefused(int times) {
        assertThatThrownBy(() -> Churn.none().withEarly(times)).hasMessage("each thing may happen from 0 to 127 times");
    }

    /** So that a change of what tells states apart shows, even one that loses nothing. */
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
    void exactlySoManyStatesAndTransitionsAreVisited(
            String id, int nodes, int requests, Network network, long states, long transitions) {
        Report<?> report = visit(Catalogue.find(id).orElseThrow(), nodes, requests, network);
        assertThat(report.complete()).isTrue();
        assertThat(List.of(report.states(), report.transitions())).containsExactly(states, transitions);
    }

    private static <S extends Record, M> Report<M> visit(Entry<S, M> entry, int nodes, int requests, Network network) {
        return Explorer.explore(
                Rules.of(entry, Setting.mutex(nodes), network, Start.fresh()),
                Workload.of(Capacity.mutex(), requests),
                EnumSet.allOf(Property.class),
                1_000_000);
    }
}
