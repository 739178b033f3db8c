package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.OwnRequest;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.MembershipOptions;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipMessage;
import org.peerlock.algorithm.permission.MembershipState;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/** Every defect is found, with a shortest counterexample that can be replayed. */
class MustFailTest {

    private static final CatalogueEntry<Lamport.State, Lamport.Message> LAMPORT =
            CatalogueEntry.of(Lamport.PROFILE, config -> me -> new Lamport(me, config.nodes(), config.capacity()));

    private static <S extends Record, M> Counterexample<M> find(
            CatalogueEntry<S, M> entry, GroupConfig config, Network network, Workload workload, Property property) {
        return find(new Check<>(entry, config, network, Start.fresh(), workload, EnumSet.of(property)));
    }

    private static <S extends Record, M> Counterexample<M> find(Check<S, M> check) {
        CatalogueEntry<S, M> entry = check.entry();
        Counterexample<M> found =
                check.run(SearchOptions.upTo(1_000_000)).counterexample().orElseThrow();
        String scenario = found.scenario(
                entry.id(),
                false,
                entry,
                check.config(),
                check.systemConfig(),
                check.workload().maxOvertakes());
        ScenarioRun replayed = Scenario.parse(scenario).run(entry);
        assertThat(replayed.asExpected()).as(scenario).isTrue();
        assertThat(replayed.violation()).contains(found.violation());
        return found;
    }

    /** Dasgupta: "Requires FIFO channels." */
    @Test
    void lamportOnUnorderedChannelsLosesMutualExclusion() {
        Counterexample<?> found = find(
                LAMPORT, GroupConfig.mutex(2), Network.UNORDERED, Workload.of(Capacity.mutex(), 1), Property.EXCLUSION);
        assertThat(found.steps()).hasSize(4);
    }

    /**
     * Last Entered: even if no message is late, a process that leaves nobody to answer is not alone
     * for long; nor is one that got the region together with another.
     */
    @ParameterizedTest
    @CsvSource({"last-entered-literal, 2, 7", "last-entered-charitable, 3, 12"})
    void aNodeThatEntersIsNotAloneAlthoughNoMessageIsLate(String id, int nodes, int steps) {
        Counterexample<?> found = find(
                Catalogue.find(id).orElseThrow(),
                new GroupConfig(nodes, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0"))),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1).withTimelyTimers(true),
                Property.EXCLUSION);
        assertThat(found.steps()).hasSize(steps);
    }

    /** If messages may be late, two processes that wait sufficiently long enter at once. */
    @ParameterizedTest
    @ValueSource(strings = {"last-entered-literal", "last-entered-charitable"})
    void aNodeThatTakesALateMessageForAMissingOneIsNotAlone(String id) {
        Counterexample<?> found = find(
                Catalogue.find(id).orElseThrow(),
                GroupConfig.mutex(2),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1),
                Property.EXCLUSION);
        assertThat(found.steps()).hasSize(8);
    }

    /**
     * Last Entered: with two requests each, the region gets lost. With one request each it does
     * not.
     */
    @ParameterizedTest
    @CsvSource({"last-entered-literal, 13", "last-entered-charitable, 12"})
    void aRegionThatIsTransferredWithoutKnowingToWhomGetsLost(String id, int steps) {
        Counterexample<?> found = find(
                Catalogue.find(id).orElseThrow(),
                new GroupConfig(2, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0"))),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 2),
                Property.PROGRESS);
        assertThat(found.steps()).hasSize(steps);
    }

    /** Dasgupta's slides: "Major problem: DEADLOCK possible". */
    @Test
    void theSimpleVersionOfMaekawasAlgorithmDeadlocks() {
        Counterexample<?> found = find(
                Catalogue.find("maekawa-simple").orElseThrow(),
                GroupConfig.mutex(2),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1),
                Property.PROGRESS);
        assertThat(found.steps()).hasSize(4);
    }

    @TestFactory
    Stream<DynamicTest> everyExhibitIsCaught() {
        return Zoo.exhibits().stream().map(exhibit -> DynamicTest.dynamicTest(exhibit.id(), () -> isCaught(exhibit)));
    }

    private static <S extends Record, M> void isCaught(Exhibit<S, M> exhibit) {
        find(Check.of(exhibit.entry(), exhibit.demonstration(), EnumSet.of(exhibit.breaks())));
    }

    /**
     * Its timer expires again and again, so it is never stuck. A possible cancellation does not
     * count as progress.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void aLivelockIsAViolationOfProgress(int cancels) {
        class Deaf extends Membership {
            Deaf(int me, MembershipOptions options) {
                super(me, options.members(), options.names(), options.learning());
            }

            @Override
            protected boolean answers(MembershipState.Claim claim, long k, int j) {
                return false;
            }

            @Override
            protected MembershipState receiveProbe(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
                out.send(j, new MembershipMessage.YesIAmHere());
                return s;
            }
        }
        Check<MembershipState, MembershipMessage> check = new Check<>(
                MembershipOptions.entry(Deaf::new),
                GroupConfig.mutex(2),
                Network.FIFO,
                Start.fresh(),
                Workload.of(Capacity.mutex(), 1).withCancels(cancels),
                EnumSet.of(Property.PROGRESS));
        Counterexample<MembershipMessage> found =
                check.run(SearchOptions.upTo(1_000_000)).counterexample().orElseThrow();
        String sentence = "whatever happens from here on, somebody waits for ever";
        assertThat(found.violation().sentence()).isEqualTo(sentence);
        String scenario =
                found.scenario("deaf", false, check.entry(), check.config(), check.systemConfig(), OptionalInt.empty());
        ScenarioRun scenarioRun = Scenario.parse(scenario).run(check.entry());
        assertThat(scenarioRun.asExpected()).as(scenario).isTrue();
        assertThat(scenarioRun.output()).contains("# " + sentence);
    }

    @Test
    void aSystemInWhichAMessageIsForgottenIsStuck() {
        class Forgetful extends RicartAgrawala {
            Forgetful(int me, int nodes) {
                super(me, nodes);
            }

            @Override
            public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
                OwnRequest idle = s.own().leave(requestId, lastFence);
                return new State(idle, s.mode(), s.numbers(), s.awaiting(), NodeSet.empty());
            }
        }
        find(
                CatalogueEntry.of(RicartAgrawala.PROFILE, config -> me -> new Forgetful(me, config.nodes())),
                GroupConfig.mutex(2),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1),
                Property.PROGRESS);
    }
}
