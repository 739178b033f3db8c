package org.peerlock.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.cluster.ClusterStates.A;
import static org.peerlock.internal.cluster.ClusterStates.B;
import static org.peerlock.internal.cluster.ClusterStates.C;
import static org.peerlock.internal.cluster.ClusterStates.LEASE;
import static org.peerlock.internal.cluster.ClusterStates.after;
import static org.peerlock.internal.cluster.ClusterStates.drop;
import static org.peerlock.internal.cluster.ClusterStates.join;
import static org.peerlock.internal.cluster.ClusterStates.propose;
import static org.peerlock.internal.cluster.ClusterStates.renew;
import static org.peerlock.internal.cluster.Incarnation.GENESIS;

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

class ClusterStateTest {

    /** Members A and B, at revision 5: created, joined, joined, proposed, installed. */
    private final ClusterState two = ClusterStates.of(A, B);

    private static void assertRefused(ClusterState clusterState, RegistryCommand registryCommand) {
        assertThat(clusterState.apply(registryCommand)).isEmpty();
    }

    private static RegistryCommand dropWithStamp(Incarnation id, long stamp) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        drops.put(id, stamp);
        return new RegistryCommand.Propose(drops, false);
    }

    @Nested
    class Create {

        private final ClusterState guarded = ClusterState.create(
                C, RegistrySecret.WITHHELD, "orders", new ClusterSettings(1, "naimi-trehel"), 100, LEASE);

        @Test
        void nobodyIsThereWithoutGenesis() {
            ClusterState empty = ClusterStates.empty();
            assertThat(empty.revision()).isEqualTo(1);
            assertThat(empty.maxEpoch()).isEqualTo(100);
            assertThat(empty.current()).isEqualTo(new View(100, List.of(), List.of()));
            assertThat(empty.next()).isNull();
            assertThat(empty.members()).isEmpty();
        }

        @Test
        void theFirstViewNeedsNoReportWithoutGenesis() {
            ClusterState proposed = after(ClusterStates.empty(), join(A), propose(false));
            assertThat(proposed.next()).isEqualTo(new View(101, List.of(A), List.of()));
        }

        @Test
        void genesisIsTheOneMemberWithARecord() {
            assertThat(guarded.current()).isEqualTo(new View(100, List.of(GENESIS), List.of()));
            assertThat(guarded.members().keySet()).containsExactly(GENESIS);
            assertThat(ClusterStates.record(guarded, GENESIS).stamp()).isEqualTo(1);
        }

        @Test
        void genesisMustReportUntilItIsDropped() {
            ClusterState waiting = after(guarded, join(A), propose(false));
            assertThat(waiting.next()).isEqualTo(new View(101, List.of(GENESIS, A), List.of(GENESIS)));
            ClusterState dropped = after(waiting, drop(waiting, GENESIS));
            assertThat(dropped.next()).isEqualTo(new View(102, List.of(A), List.of()));
        }

        @Test
        void theFirstEpochIsPositive() {
            assertThat(ClusterState.create(C, RegistrySecret.WITHHELD, "", new ClusterSettings(1, ""), -5, null)
                            .maxEpoch())
                    .isEqualTo(1);
        }
    }

    @Nested
    class Join {

        @Test
        void addsARecordStampedWithTheNewRevision() {
            ClusterState joined =
                    after(two, new RegistryCommand.Join(C, Endpoint.plain("c:1"), ProtocolRange.OF_LIBRARY, LEASE, 0));
            assertThat(joined.revision()).isEqualTo(6);
            assertThat(joined.members().get(C))
                    .isEqualTo(new MemberRecord(
                            Endpoint.plain("c:1"),
                            ProtocolRange.OF_LIBRARY,
                            LEASE,
                            null,
                            6,
                            6,
                            new TreeSet<>(),
                            List.of()));
            assertThat(joined.members().keySet()).containsExactly(A, B, C);
            assertThat(joined.current()).isEqualTo(two.current());
            assertThat(joined.next()).isNull();
        }

        @Test
        void keepsEpochsFromComingAgainThatTheNodeHasSeenInACellThatWasLost() {
            ClusterState joined = after(
                    two, new RegistryCommand.Join(C, Endpoint.plain("c:1"), ProtocolRange.OF_LIBRARY, LEASE, 5_000));
            assertThat(joined.maxEpoch()).isEqualTo(5_000);
            assertThat(joined.current()).isEqualTo(two.current());
            assertThat(after(joined, propose(false)).next())
                    .isEqualTo(new View(5_001, List.of(A, B, C), List.of(A, B)));
        }

        @Test
        void isRefusedToARegisteredNode() {
            assertRefused(after(two, join(C)), join(C));
        }

        @Test
        void isRefusedToAMemberOfTheCurrentViewThatLeft() {
            assertRefused(after(two, new RegistryCommand.Leave(A)), join(A));
        }

        @Test
        void isRefusedToAMemberOfTheNextViewThatLeft() {
            ClusterState joining = after(two, join(C), propose(false), new RegistryCommand.Leave(C));
            assertRefused(joining, join(C));
        }
    }

    @Nested
    class Renew {

        @Test
        void stampsWithTheNewRevisionAndTakesOverTheAccusations() {
            ClusterState renewed = after(two, renew(A, B, C));
            assertThat(renewed.revision()).isEqualTo(6);
            assertThat(renewed.members().get(A))
                    .isEqualTo(new MemberRecord(
                            Endpoint.plain("10.0.0.1:7000"),
                            ProtocolRange.OF_LIBRARY,
                            LEASE,
                            null,
                            2,
                            6,
                            new TreeSet<>(List.of(B, C)),
                            List.of()));
            assertThat(renewed.members().get(B)).isEqualTo(two.members().get(B));
            assertThat(after(renewed, renew(A)).members().get(A))
                    .isEqualTo(new MemberRecord(
                            Endpoint.plain("10.0.0.1:7000"),
                            ProtocolRange.OF_LIBRARY,
                            LEASE,
                            null,
                            2,
                            7,
                            new TreeSet<>(),
                            List.of()));
        }

        @Test
        void isRefusedToANodeThatIsNotRegistered() {
            assertRefused(two, renew(C));
        }

        @Test
        void isRefusedToAMemberThatWasDropped() {
            ClusterState dropped = after(two, drop(two, A));
            assertThat(dropped.current().has(A)).isTrue();
            assertRefused(dropped, renew(A));
        }
    }

    @Nested
    class Leave {

        @Test
        void removesTheRecordAndNothingElse() {
            ClusterState left = after(two, new RegistryCommand.Leave(A));
            assertThat(left.revision()).isEqualTo(6);
            assertThat(left.members().keySet()).containsExactly(B);
            assertThat(left.current()).isEqualTo(two.current());
            assertThat(left.isRegistered(A)).isFalse();
            assertThat(left.isRegistered(B)).isTrue();
        }

        @Test
        void isRefusedToANodeThatIsNotRegistered() {
            assertRefused(two, new RegistryCommand.Leave(C));
            assertRefused(after(two, new RegistryCommand.Leave(A)), new RegistryCommand.Leave(A));
        }
    }

    @Nested
    class Propose {

        @Test
        void aWaitingNodeIsInTheNextViewButOnlyMembersMustReport() {
            ClusterState proposed = after(two, join(C), propose(false));
            assertThat(proposed.revision()).isEqualTo(7);
            assertThat(proposed.maxEpoch()).isEqualTo(102);
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(A, B, C), List.of(A, B)));
            assertThat(proposed.current()).isEqualTo(two.current());
        }

        @Test
        void aNodeThatIsEvictedLosesItsRecordAtOnce() {
            ClusterState proposed = after(two, drop(two, A));
            assertThat(proposed.members().keySet()).containsExactly(B);
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(B), List.of(B)));
        }

        @Test
        void aNodeThatHasLeftIsNotInTheNextView() {
            ClusterState proposed = after(two, new RegistryCommand.Leave(A), propose(false));
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(B), List.of(B)));
        }

        @Test
        void isRefusedIfTheNodeToBeEvictedHasRenewed() {
            RegistryCommand late = drop(two, A);
            assertRefused(after(two, renew(A)), late);
        }

        @Test
        void isRefusedIfOneOfSeveralStampsDiffers() {
            ClusterState three = ClusterStates.of(A, B, C);
            RegistryCommand late = drop(three, A, B);
            assertRefused(after(three, renew(B)), late);
            assertRefused(after(three, renew(A)), late);
        }

        @Test
        void isRefusedIfTheNodeToBeEvictedIsNotRegistered() {
            assertRefused(two, dropWithStamp(C, 0));
        }

        @Test
        void isRefusedIfNoMemberWouldRemain() {
            assertRefused(two, drop(two, A, B));
            assertRefused(ClusterStates.empty(), propose(true));
        }

        @Test
        void isRefusedIfNothingWouldChangeExceptToBump() {
            assertRefused(two, propose(false));
            assertThat(after(two, propose(true)).next()).isEqualTo(new View(102, List.of(A, B), List.of(A, B)));
        }

        @Test
        void droppingOneThatWaitsIsAChange() {
            ClusterState waiting = after(two, join(C));
            ClusterState proposed = after(waiting, drop(waiting, C));
            assertThat(proposed.isRegistered(C)).isFalse();
            assertThat(proposed.next()).isEqualTo(new View(102, List.of(A, B), List.of(A, B)));
        }

        @Test
        void isRefusedWhileAllSurvivorsOfTheNextViewRemain() {
            ClusterState proposed = after(two, propose(true), join(C));
            assertRefused(proposed, propose(false));
            assertRefused(proposed, propose(true));
            assertRefused(proposed, drop(proposed, C));
        }

        @Test
        void isRefusedWhileTheNextViewNeedsNoReport() {
            ClusterState proposed = after(ClusterStates.empty(), join(A), propose(false), join(B));
            assertRefused(proposed, propose(true));
            assertRefused(proposed, drop(proposed, A));
        }

        @Test
        void takesThePlaceOfANextViewThatLostASurvivor() {
            ClusterState proposed = after(two, join(C), propose(false));
            ClusterState replaced = after(proposed, drop(proposed, A));
            assertThat(replaced.next()).isEqualTo(new View(103, List.of(B, C), List.of(B)));
            assertThat(replaced.current()).isEqualTo(two.current());
            ClusterState left = after(proposed, new RegistryCommand.Leave(B), propose(false));
            assertThat(left.next()).isEqualTo(new View(103, List.of(A, C), List.of(A)));
        }

        @Test
        void aNodeThatNeedNotReportForAViewNeedNotReportForItsReplacement() {
            ClusterState proposed = after(two, join(C), propose(false));
            ClusterState replaced = after(proposed, drop(proposed, A, B));
            assertThat(replaced.next()).isEqualTo(new View(103, List.of(C), List.of()));
        }
    }

    @Nested
    class Install {

        @Test
        void makesTheNextViewTheCurrentOne() {
            ClusterState proposed = after(two, join(C), propose(false));
            ClusterState installed = after(proposed, new RegistryCommand.Install(102));
            assertThat(installed.revision()).isEqualTo(8);
            assertThat(installed.current()).isEqualTo(proposed.next());
            assertThat(installed.next()).isNull();
            assertThat(installed.maxEpoch()).isEqualTo(102);
            assertThat(installed.members()).isEqualTo(proposed.members());
        }

        @Test
        void isRefusedIfThereIsNoNextView() {
            assertRefused(two, new RegistryCommand.Install(101));
            assertRefused(two, new RegistryCommand.Install(102));
        }

        @Test
        void isRefusedIfTheNextViewWasReplaced() {
            ClusterState proposed = after(two, propose(true));
            ClusterState replaced = after(proposed, drop(proposed, A));
            assertRefused(replaced, new RegistryCommand.Install(102));
            assertThat(replaced.apply(new RegistryCommand.Install(103))).isPresent();
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
        void aNodeThatIsNoMemberHasNoRank() {
            assertThatThrownBy(() -> view.rank(GENESIS)).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void aSurvivorIsAMember() {
            assertThatThrownBy(() -> new View(9, List.of(A), List.of(B))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void isNotChangedThroughTheCollectionsItWasMadeFrom() {
        SortedMap<Incarnation, MemberRecord> members = new TreeMap<>(two.members());
        SortedSet<Incarnation> unreachable = new TreeSet<>(List.of(B));
        members.put(
                A,
                new MemberRecord(
                        Endpoint.plain("a"), ProtocolRange.OF_LIBRARY, LEASE, null, 2, 2, unreachable, List.of()));
        ClusterState made = new ClusterState(
                C,
                RegistrySecret.WITHHELD,
                5,
                "",
                new ClusterSettings(1, ""),
                101,
                two.current(),
                null,
                members,
                List.of());
        members.clear();
        unreachable.clear();
        assertThat(ClusterStates.record(made, A).unreachable()).containsExactly(B);
        assertThat(made.members().keySet()).containsExactly(A, B);
    }

    @Nested
    class Protocol {

        private static final ProtocolRange FIRST_ONLY = new ProtocolRange(1, 1);

        /** Nodes that speak both, in a registry that speaks the first. */
        private final ClusterState registered =
                joined(joined(ClusterStates.empty(), A, ProtocolRange.OF_LIBRARY), B, ProtocolRange.OF_LIBRARY);

        private ClusterState joined(ClusterState before, Incarnation id, ProtocolRange protocols) {
            return after(before, new RegistryCommand.Join(id, Endpoint.plain("somewhere"), protocols, LEASE, 0));
        }

        private ClusterState install(ClusterState before) {
            ClusterState proposed = after(before, propose(true));
            return after(proposed, new RegistryCommand.Install(proposed.maxEpoch()));
        }

        @Test
        void risesWhenAViewIsInstalledAndAllSpeakAGreaterOne() {
            ClusterState proposed = after(registered, propose(true));
            assertThat(proposed.protocol()).isEqualTo(1);
            assertThat(install(registered).protocol()).isEqualTo(2);
        }

        @Test
        void doesNotRiseWhileANodeWaitsThatDoesNotSpeakIt() {
            ClusterState proposed = after(registered, propose(true));
            ClusterState waiting = joined(proposed, C, FIRST_ONLY);
            assertThat(after(waiting, new RegistryCommand.Install(proposed.maxEpoch()))
                            .protocol())
                    .isEqualTo(1);
        }

        @Test
        void aNodeThatDoesNotSpeakItCannotJoin() {
            ClusterState risen = install(registered);
            assertThat(risen.apply(new RegistryCommand.Join(C, Endpoint.plain("somewhere"), FIRST_ONLY, LEASE, 0)))
                    .isEmpty();
            assertThat(registered.apply(new RegistryCommand.Join(
                            C, Endpoint.plain("somewhere"), new ProtocolRange(2, 3), LEASE, 0)))
                    .isEmpty();
        }

        @Test
        void aStateWithAGreaterOneFollowsTheOneBefore() {
            assertThat(install(registered).follows(registered)).isTrue();
        }

        @Test
        void doesNotRiseWhenOnlyGenesisIsRegistered() {
            ClusterState guarded =
                    ClusterState.create(C, RegistrySecret.WITHHELD, "orders", new ClusterSettings(1, ""), 100, LEASE);
            ClusterState left = after(guarded, join(A), propose(false), new RegistryCommand.Leave(A));
            assertThat(after(left, new RegistryCommand.Install(left.maxEpoch())).protocol())
                    .isEqualTo(1);
        }
    }

    @Nested
    class Algorithms {

        /** A and B, which take whatever there is, in a registry with {@code naimi-trehel}. */
        private final ClusterState indifferent = two;

        private ClusterState joined(ClusterState before, Incarnation id, String algorithms) {
            return after(
                    before,
                    new RegistryCommand.Join(
                            id, Endpoint.plain("somewhere"), ProtocolRange.OF_LIBRARY, LEASE, 0, algorithms));
        }

        private ClusterState install(ClusterState before) {
            ClusterState proposed = before.next() == null ? after(before, propose(true)) : before;
            return after(proposed, new RegistryCommand.Install(proposed.maxEpoch()));
        }

        private String algorithms(ClusterState state) {
            return state.settings().algorithms();
        }

        @Test
        void aRecordSaysForWhichItsNodeAsksAndKeepsThat() {
            ClusterState joined = joined(indifferent, C, "maekawa");
            assertThat(ClusterStates.record(joined, C).algorithms()).isEqualTo("maekawa");
            assertThat(ClusterStates.record(after(joined, renew(C)), C).algorithms())
                    .isEqualTo("maekawa");
            assertThat(ClusterStates.record(joined, A).algorithms()).isNull();
        }

        @Test
        void changeWhenAViewIsInstalledAndAllThatAskAgree() {
            ClusterState joined = joined(indifferent, C, "maekawa");
            ClusterState proposed = after(joined, propose(false));
            assertThat(algorithms(proposed)).isEqualTo("naimi-trehel");
            assertThat(algorithms(install(proposed))).isEqualTo("maekawa");
        }

        @Test
        void stayIfThoseThatAskDisagree() {
            ClusterState mixed = joined(joined(indifferent, C, "maekawa"), new Incarnation(9, 9), "lamport");
            assertThat(algorithms(install(mixed))).isEqualTo("naimi-trehel");
        }

        @Test
        void stayWhileANodeWaitsThatAsksForOthers() {
            ClusterState proposed = after(joined(indifferent, C, "maekawa"), propose(false));
            ClusterState waiting = joined(proposed, new Incarnation(9, 9), "naimi-trehel");
            assertThat(algorithms(install(waiting))).isEqualTo("naimi-trehel");
        }

        @Test
        void stayIfNobodyAsks() {
            assertThat(algorithms(install(indifferent))).isEqualTo("naimi-trehel");
            ClusterState left = after(joined(indifferent, C, "maekawa"), new RegistryCommand.Leave(C));
            assertThat(algorithms(install(left))).isEqualTo("naimi-trehel");
        }

        @Test
        void areWantedByAViewAsSoonAsAllThatAskAgree() {
            assertThat(indifferent.changesSettings()).isFalse();
            ClusterState mixed = joined(joined(indifferent, C, "maekawa"), new Incarnation(9, 9), "lamport");
            assertThat(mixed.changesSettings()).isFalse();
            ClusterState agreed = after(mixed, new RegistryCommand.Leave(new Incarnation(9, 9)));
            assertThat(agreed.changesSettings()).isTrue();
            assertThat(install(agreed).changesSettings()).isFalse();
        }
    }

    @Nested
    class Follows {

        private final ClusterState later = after(two, renew(A));

        private ClusterState with(Incarnation registryId, ClusterSettings settings) {
            return new ClusterState(
                    registryId,
                    later.secret(),
                    later.revision(),
                    later.cluster(),
                    settings,
                    later.maxEpoch(),
                    later.current(),
                    later.next(),
                    later.members(),
                    later.unknownLines());
        }

        @Test
        void aLaterStateFollowsAnEarlierOneAndNoneFollowsItself() {
            assertThat(later.follows(two)).isTrue();
            assertThat(two.follows(later)).isFalse();
            assertThat(two.follows(two)).isFalse();
        }

        @Test
        void aStateOfAnotherRegistryDoesNot() {
            assertThat(with(later.registryId(), later.settings()).follows(two)).isTrue();
            assertThat(with(C, later.settings()).follows(two)).isFalse();
        }

        @Test
        void aStateWithOtherAlgorithmsFollows() {
            ClusterSettings other = two.settings().withAlgorithms("maekawa");
            assertThat(with(later.registryId(), other).follows(two)).isTrue();
        }

        @Test
        void aStateUnderOtherSettingsDoesNot() {
            ClusterSettings other = new ClusterSettings(two.protocol(), "naimi-trehel", 1);
            assertThat(with(later.registryId(), other).follows(two)).isFalse();
        }

        @Test
        void aStateWithASmallerProtocolDoesNot() {
            ClusterSettings smaller = two.settings().withProtocol(two.protocol() - 1);
            assertThat(with(later.registryId(), smaller).follows(two)).isFalse();
        }
    }

    @Nested
    class ReplaceSettings {

        private final Incarnation newcomer = new Incarnation(5, 5);

        private RegistryCommand replace(ClusterState state, Incarnation... drops) {
            SortedMap<Incarnation, Long> stamps = new TreeMap<>();
            for (Incarnation id : drops) {
                stamps.put(id, ClusterStates.record(state, id).stamp());
            }
            return new RegistryCommand.ReplaceSettings(new ClusterSettings(2, "maekawa"), stamps, join(newcomer));
        }

        @Test
        void allOldRecordsGoAndTheNewcomerIsRegisteredUnderItsSettings() {
            ClusterState replaced = after(two, replace(two, A, B));
            assertThat(replaced.protocol()).isEqualTo(2);
            assertThat(replaced.settings().algorithms()).isEqualTo("maekawa");
            assertThat(replaced.cluster()).isEqualTo(two.cluster());
            assertThat(replaced.registryId()).isEqualTo(two.registryId());
            assertThat(replaced.revision()).isEqualTo(two.revision() + 2);
            assertThat(replaced.members().keySet()).containsExactly(newcomer);
        }

        @Test
        void theViewStaysAndTheNextOneHasNoSurvivorAndAGreaterEpoch() {
            ClusterState replaced = after(two, replace(two, A, B));
            assertThat(replaced.current()).isEqualTo(two.current());
            assertThat(replaced.next()).isNull();
            ClusterState proposed = after(replaced, propose(false));
            assertThat(proposed.next()).isEqualTo(new View(two.maxEpoch() + 1, List.of(newcomer), List.of()));
        }

        @Test
        void aViewThatWasProposedBeforeIsNotInstalledAnyMore() {
            ClusterState proposed = after(two, propose(true));
            ClusterState replaced = after(proposed, replace(proposed, A, B));
            assertRefused(replaced, new RegistryCommand.Install(proposed.maxEpoch()));
            assertThat(after(replaced, propose(false)).next())
                    .isEqualTo(new View(proposed.maxEpoch() + 1, List.of(newcomer), List.of()));
        }

        @Test
        void theDroppedCannotRenew() {
            assertRefused(after(two, replace(two, A, B)), renew(A));
        }

        @Test
        void aClusterThatAllHaveLeftNeedsNoDrops() {
            ClusterState left = after(two, new RegistryCommand.Leave(A), new RegistryCommand.Leave(B));
            assertThat(after(left, replace(left)).settings().algorithms()).isEqualTo("maekawa");
        }

        @Test
        void itIsRefusedIfARecordIsNotNamed() {
            assertRefused(two, replace(two, A));
            assertRefused(two, replace(two));
        }

        @Test
        void itIsRefusedIfOneHasRenewed() {
            RegistryCommand command = replace(two, A, B);
            assertRefused(after(two, renew(B)), command);
        }

        @Test
        void itIsRefusedIfOneIsNotThere() {
            RegistryCommand command = replace(two, A, B);
            assertRefused(after(two, new RegistryCommand.Leave(B)), command);
        }

        @Test
        void itIsRefusedIfTheSettingsAreTheSame() {
            SortedMap<Incarnation, Long> none = new TreeMap<>();
            ClusterState empty = ClusterStates.empty();
            assertRefused(
                    empty,
                    new RegistryCommand.ReplaceSettings(new ClusterSettings(1, "naimi-trehel"), none, join(newcomer)));
            assertThat(empty.apply(new RegistryCommand.ReplaceSettings(
                            new ClusterSettings(1, "naimi-trehel", 1), none, join(newcomer))))
                    .isPresent();
        }

        @Test
        void itIsRefusedIfTheNewcomerCannotJoin() {
            SortedMap<Incarnation, Long> drops = new TreeMap<>();
            two.members().forEach((id, memberRecord) -> drops.put(id, memberRecord.stamp()));
            assertRefused(two, new RegistryCommand.ReplaceSettings(new ClusterSettings(2, "maekawa"), drops, join(A)));
        }

        @Test
        void genesisMustBeNamedAsEveryOther() {
            ClusterState guarded = ClusterState.create(
                    C, RegistrySecret.WITHHELD, "orders", new ClusterSettings(1, "naimi-trehel"), 100, LEASE);
            assertRefused(guarded, replace(guarded));
            assertThat(after(guarded, replace(guarded, GENESIS)).members().keySet())
                    .containsExactly(newcomer);
        }
    }

    @Nested
    class LongestLease {

        @Test
        void nobodyHasOneInAnEmptyRegistry() {
            assertThat(ClusterStates.empty().longestLease()).isEmpty();
        }

        @Test
        void itIsThatOfAllNodesGenesisIncluded() {
            ClusterState guarded = ClusterState.create(
                    C,
                    RegistrySecret.WITHHELD,
                    "orders",
                    new ClusterSettings(1, "naimi-trehel"),
                    100,
                    new LeaseTerms(7_000, 5_000));
            assertThat(guarded.longestLease()).hasValue(new LeaseTerms(7_000, 5_000));
            assertThat(after(guarded, join(A)).longestLease()).hasValue(new LeaseTerms(7_000, 10_000));
            assertThat(two.longestLease()).hasValue(LEASE);
        }
    }

    /**
     * For any commands: one revision for each, two for a replacement that is also a join. Epochs only grow, and the members of a
     * view were registered when it was proposed.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everySequenceOfCommandsKeepsTheInvariants(boolean genesis) {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Incarnation> ids =
                    Stream.generate(() -> Incarnation.draw(random)).limit(6).toList();
            ClusterState before = ClusterState.create(
                    C,
                    RegistrySecret.WITHHELD,
                    "orders",
                    new ClusterSettings(1, "naimi-trehel"),
                    seed,
                    genesis ? LEASE : null);
            for (int step = 0; step < 200; step++) {
                RegistryCommand registryCommand = ClusterStates.draw(before, ids, random);
                Optional<ClusterState> now = before.apply(registryCommand);
                if (now.isPresent()) {
                    assertFollows(before, registryCommand, now.get());
                    before = now.get();
                }
            }
            assertThat(before.revision()).as("something happened").isGreaterThan(20);
        }
    }

    private static void assertFollows(ClusterState before, RegistryCommand registryCommand, ClusterState now) {
        boolean replaced = registryCommand instanceof RegistryCommand.ReplaceSettings;
        assertThat(now.revision()).isEqualTo(before.revision() + (replaced ? 2 : 1));
        assertThat(now.registryId()).isEqualTo(before.registryId());
        boolean proposed = registryCommand instanceof RegistryCommand.Propose;
        boolean installed = registryCommand instanceof RegistryCommand.Install;
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
            assertThat(next).isEqualTo(installed || replaced ? null : before.next());
        }
        if (!installed && !replaced) {
            assertThat(now.settings()).isEqualTo(before.settings());
        }
        List<Long> stamps =
                now.members().values().stream().map(MemberRecord::stamp).toList();
        assertThat(stamps).doesNotHaveDuplicates().allMatch(stamp -> stamp <= now.revision());
        now.members().forEach((id, memberRecord) -> {
            MemberRecord was = before.members().get(id);
            assertThat(was == null ? memberRecord.joined() : was.joined()).isEqualTo(memberRecord.joined());
            assertThat(was == null ? memberRecord.lease() : was.lease()).isEqualTo(memberRecord.lease());
            assertThat(memberRecord.stamp())
                    .isIn(was == null ? now.revision() : was.stamp(), before.revision() + 1, now.revision());
        });
    }
}
