package org.peerlock.brain.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.brain.registry.Incarnation.GENESIS;
import static org.peerlock.brain.registry.Registries.A;
import static org.peerlock.brain.registry.Registries.B;
import static org.peerlock.brain.registry.Registries.C;
import static org.peerlock.brain.registry.Registries.after;
import static org.peerlock.brain.registry.Registries.drop;
import static org.peerlock.brain.registry.Registries.join;
import static org.peerlock.brain.registry.Registries.propose;
import static org.peerlock.brain.registry.Registries.renew;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryTest {

    /** Members A and B, at revision 5: created, joined, joined, proposed, installed. */
    private final Registry two = Registries.of(A, B);

    private static void assertRefused(Registry registry, Command command) {
        assertThat(registry.apply(command)).isEmpty();
    }

    private static Command dropWithStamp(Incarnation id, long stamp) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        drops.put(id, stamp);
        return new Command.Propose(drops, false);
    }

    @Nested
    class Create {

        private final Registry guarded = Registry.create(C, "orders", "1", 6_000, 10_000, 100, true);

        @Test
        void nobodyIsThereWithoutGenesis() {
            Registry empty = Registries.empty();
            assertThat(empty.revision()).isEqualTo(1);
            assertThat(empty.maxEpoch()).isEqualTo(100);
            assertThat(empty.current()).isEqualTo(new View(100, List.of(), List.of()));
            assertThat(empty.next()).isNull();
            assertThat(empty.members()).isEmpty();
        }

        @Test
        void theFirstViewNeedsNobodysReportWithoutGenesis() {
            Registry proposed = after(Registries.empty(), join(A), propose(false));
            assertThat(proposed.next()).isEqualTo(new View(101, List.of(A), List.of()));
        }

        @Test
        void genesisIsTheOneMemberWithARecord() {
            assertThat(guarded.current()).isEqualTo(new View(100, List.of(GENESIS), List.of()));
            assertThat(guarded.members().keySet()).containsExactly(GENESIS);
            assertThat(Registries.record(guarded, GENESIS).stamp()).isEqualTo(1);
        }

        @Test
        void genesisMustReportUntilItIsDropped() {
            Registry waiting = after(guarded, join(A), propose(false));
            assertThat(waiting.next()).isEqualTo(new View(101, List.of(GENESIS, A), List.of(GENESIS)));
            Registry dropped = after(waiting, drop(waiting, GENESIS));
            assertThat(dropped.next()).isEqualTo(new View(102, List.of(A), List.of()));
        }

        @Test
        void theFirstEpochIsPositive() {
            assertThat(Registry.create(C, "", "", 1, 0, -5, false).maxEpoch()).isEqualTo(1);
        }
    }

    @Nested
    class Join {

        @Test
        void addsARecordStampedWithTheNewRevision() {
            Registry joined = after(two, new Command.Join(C, "c:1", 0));
            assertThat(joined.revision()).isEqualTo(6);
            assertThat(joined.members().get(C)).isEqualTo(new Member("c:1", 6, 6, new TreeSet<>()));
            assertThat(joined.members().keySet()).containsExactly(A, B, C);
            assertThat(joined.current()).isEqualTo(two.current());
            assertThat(joined.next()).isNull();
        }

        @Test
        void keepsEpochsFromComingAgainThatTheNodeHasSeenInACellThatWasLost() {
            Registry joined = after(two, new Command.Join(C, "c:1", 5_000));
            assertThat(joined.maxEpoch()).isEqualTo(5_000);
            assertThat(joined.current()).isEqualTo(two.current());
            assertThat(after(joined, propose(false)).next())
                    .isEqualTo(new View(5_001, List.of(A, B, C), List.of(A, B)));
        }

        @Test
        void isRefusedToWhoIsRegistered() {
            assertRefused(after(two, join(C)), join(C));
        }

        @Test
        void isRefusedToAMemberOfTheCurrentViewThatLeft() {
            assertRefused(after(two, new Command.Leave(A)), join(A));
        }

        @Test
        void isRefusedToAMemberOfTheNextViewThatLeft() {
            Registry joining = after(two, join(C), propose(false), new Command.Leave(C));
            assertRefused(joining, join(C));
        }
    }

    @Nested
    class Renew {

        @Test
        void stampsWithTheNewRevisionAndTakesOverTheAccusations() {
            Registry renewed = after(two, renew(A, B, C));
            assertThat(renewed.revision()).isEqualTo(6);
            assertThat(renewed.members().get(A))
                    .isEqualTo(new Member("10.0.0.1:7000", 2, 6, new TreeSet<>(List.of(B, C))));
            assertThat(renewed.members().get(B)).isEqualTo(two.members().get(B));
            assertThat(after(renewed, renew(A)).members().get(A))
                    .isEqualTo(new Member("10.0.0.1:7000", 2, 7, new TreeSet<>()));
        }

        @Test
        void isRefusedToWhoIsNotRegistered() {
            assertRefused(two, renew(C));
        }

        @Test
        void isRefusedToAMemberThatWasDropped() {
            Registry dropped = after(two, drop(two, A));
            assertThat(dropped.current().has(A)).isTrue();
            assertRefused(dropped, renew(A));
        }
    }

    @Nested
    class Leave {

        @Test
        void removesTheRecordAndNothingElse() {
            Registry left = after(two, new Command.Leave(A));
            assertThat(left.revision()).isEqualTo(6);
            assertThat(left.members().keySet()).containsExactly(B);
            assertThat(left.current()).isEqualTo(two.current());
            assertThat(left.registered(A)).isFalse();
            assertThat(left.registered(B)).isTrue();
        }

        @Test
        void isRefusedToWhoIsNotRegistered() {
            assertRefused(two, new Command.Leave(C));
            assertRefused(after(two, new Command.Leave(A)), new Command.Leave(A));
        }
    }

    @Nested
    class Propose {

        @Test
        void whoWaitsIsInTheNextViewButOnlyMembersMustReport() {
            Registry proposed = after(two, join(C), propose(false));
            assertThat(proposed.revision()).isEqualTo(7);
            assertThat(proposed.maxEpoch()).isEqualTo(102);
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(A, B, C), List.of(A, B)));
            assertThat(proposed.current()).isEqualTo(two.current());
        }

        @Test
        void whoIsDroppedLosesItsRecordAtOnce() {
            Registry proposed = after(two, drop(two, A));
            assertThat(proposed.members().keySet()).containsExactly(B);
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(B), List.of(B)));
        }

        @Test
        void whoHasLeftIsNotInTheNextView() {
            Registry proposed = after(two, new Command.Leave(A), propose(false));
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(B), List.of(B)));
        }

        @Test
        void isRefusedIfWhoIsToBeDroppedHasRenewed() {
            Command late = drop(two, A);
            assertRefused(after(two, renew(A)), late);
        }

        @Test
        void isRefusedIfOneOfSeveralStampsDiffers() {
            Registry three = Registries.of(A, B, C);
            Command late = drop(three, A, B);
            assertRefused(after(three, renew(B)), late);
            assertRefused(after(three, renew(A)), late);
        }

        @Test
        void isRefusedIfWhoIsToBeDroppedIsNotRegistered() {
            assertRefused(two, dropWithStamp(C, 0));
        }

        @Test
        void isRefusedIfNobodyWouldRemain() {
            assertRefused(two, drop(two, A, B));
            assertRefused(Registries.empty(), propose(true));
        }

        @Test
        void isRefusedIfNothingWouldChangeExceptToBump() {
            assertRefused(two, propose(false));
            assertThat(after(two, propose(true)).next()).isEqualTo(new View(102, List.of(A, B), List.of(A, B)));
        }

        @Test
        void droppingOneThatWaitsIsAChange() {
            Registry waiting = after(two, join(C));
            Registry proposed = after(waiting, drop(waiting, C));
            assertThat(proposed.registered(C)).isFalse();
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(A, B), List.of(A, B)));
        }

        @Test
        void isRefusedWhileAllSurvivorsOfTheNextViewRemain() {
            Registry proposed = after(two, propose(true), join(C));
            assertRefused(proposed, propose(false));
            assertRefused(proposed, propose(true));
            assertRefused(proposed, drop(proposed, C));
        }

        @Test
        void isRefusedWhileTheNextViewNeedsNoReport() {
            Registry proposed = after(Registries.empty(), join(A), propose(false), join(B));
            assertRefused(proposed, propose(true));
            assertRefused(proposed, drop(proposed, A));
        }

        @Test
        void takesThePlaceOfANextViewThatLostASurvivor() {
            Registry proposed = after(two, join(C), propose(false));
            Registry replaced = after(proposed, drop(proposed, A));
            assertThat(replaced.next()).isEqualTo(new View(103, List.of(B, C), List.of(B)));
            assertThat(replaced.current()).isEqualTo(two.current());
            Registry left = after(proposed, new Command.Leave(B), propose(false));
            assertThat(left.next()).isEqualTo(new View(103, List.of(A, C), List.of(A)));
        }

        @Test
        void whoWasNotToReportForTheNextViewIsNotToReportForItsReplacement() {
            Registry proposed = after(two, join(C), propose(false));
            Registry replaced = after(proposed, drop(proposed, A, B));
            assertThat(replaced.next()).isEqualTo(new View(103, List.of(C), List.of()));
        }
    }

    @Nested
    class Install {

        @Test
        void makesTheNextViewTheCurrentOne() {
            Registry proposed = after(two, join(C), propose(false));
            Registry installed = after(proposed, new Command.Install(102));
            assertThat(installed.revision()).isEqualTo(8);
            assertThat(installed.current()).isEqualTo(proposed.next());
            assertThat(installed.next()).isNull();
            assertThat(installed.maxEpoch()).isEqualTo(102);
            assertThat(installed.members()).isEqualTo(proposed.members());
        }

        @Test
        void isRefusedIfThereIsNoNextView() {
            assertRefused(two, new Command.Install(101));
            assertRefused(two, new Command.Install(102));
        }

        @Test
        void isRefusedIfTheNextViewWasReplaced() {
            Registry proposed = after(two, propose(true));
            Registry replaced = after(proposed, drop(proposed, A));
            assertRefused(replaced, new Command.Install(102));
            assertThat(replaced.apply(new Command.Install(103))).isPresent();
        }
    }

    @Nested
    class Views {

        private final View view = new View(9, List.of(C, A, B, A), List.of(B));

        @Test
        void membersAreRankedInTheirOrder() {
            assertThat(view.members()).containsExactly(A, B, C);
            assertThat(view.size()).isEqualTo(3);
            assertThat(List.of(view.rank(A), view.rank(B), view.rank(C))).containsExactly(1, 2, 3);
            assertThat(view.member(3)).isEqualTo(C);
            assertThat(view.has(GENESIS)).isFalse();
        }

        @Test
        void whoIsNoMemberHasNoRank() {
            assertThatThrownBy(() -> view.rank(GENESIS)).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void aSurvivorIsAMember() {
            assertThatThrownBy(() -> new View(9, List.of(A), List.of(B))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void isNotChangedThroughWhatItWasMadeOf() {
        SortedMap<Incarnation, Member> members = new TreeMap<>(two.members());
        SortedSet<Incarnation> unreachable = new TreeSet<>(List.of(B));
        members.put(A, new Member("a", 2, 2, unreachable));
        Registry made = new Registry(C, 5, "", "", 1, 0, 101, two.current(), null, members);
        members.clear();
        unreachable.clear();
        assertThat(Registries.record(made, A).unreachable()).containsExactly(B);
        assertThat(made.members().keySet()).containsExactly(A, B);
    }

    /** Whatever is commanded: one revision each, epochs that only grow, and views that were registered when proposed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anyCommandsKeepWhatTheNodesRelyOn(boolean genesis) {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Incarnation> ids =
                    Stream.generate(() -> Incarnation.draw(random)).limit(6).toList();
            Registry before = Registry.create(C, "orders", "1", 6_000, 10_000, seed, genesis);
            for (int step = 0; step < 200; step++) {
                Command command = Registries.draw(before, ids, random);
                Optional<Registry> now = before.apply(command);
                if (now.isPresent()) {
                    assertFollows(before, command, now.get());
                    before = now.get();
                }
            }
            assertThat(before.revision()).as("something happened").isGreaterThan(20);
        }
    }

    private static void assertFollows(Registry before, Command command, Registry now) {
        assertThat(now.revision()).isEqualTo(before.revision() + 1);
        assertThat(now.cellId()).isEqualTo(before.cellId());
        boolean proposed = command instanceof Command.Propose;
        boolean installed = command instanceof Command.Install;
        assertThat(now.maxEpoch()).isEqualTo(before.maxEpoch() + (proposed ? 1 : 0));
        assertThat(now.current()).isEqualTo(installed ? before.next() : before.current());
        View next = now.next();
        if (proposed) {
            Objects.requireNonNull(next);
            assertThat(next.epoch()).isEqualTo(now.maxEpoch());
            assertThat(next.members())
                    .isNotEmpty()
                    .containsExactlyElementsOf(now.members().keySet());
            assertThat(next.members()).containsAll(next.survivors());
            assertThat(before.current().members()).containsAll(next.survivors());
        } else {
            assertThat(next).isEqualTo(installed ? null : before.next());
        }
        List<Long> stamps = now.members().values().stream().map(Member::stamp).toList();
        assertThat(stamps).doesNotHaveDuplicates().allMatch(stamp -> stamp <= now.revision());
        now.members().forEach((id, member) -> {
            Member was = before.members().get(id);
            assertThat(was == null ? member.joined() : was.joined()).isEqualTo(member.joined());
            assertThat(member.stamp()).isIn(was == null ? now.revision() : was.stamp(), now.revision());
        });
    }
}
