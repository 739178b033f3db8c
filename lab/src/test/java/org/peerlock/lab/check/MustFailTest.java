package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.Story;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Zoo;

/** What is broken is found, by a shortest story that replays. */
class MustFailTest {

    private static final Entry<Lamport.State, Lamport.Message> LAMPORT =
            Entry.of(Lamport.PROFILE, setting -> me -> new Lamport(me, setting.nodes(), setting.capacity()));

    private static <S extends Record, M> Counterexample<M> find(
            Entry<S, M> entry, Setting setting, Network network, Workload workload, Property property) {
        Rules<S, M> rules = Rules.of(entry, setting, network, Start.fresh());
        Report<M> report = Explorer.explore(rules, workload, EnumSet.of(property), 1_000_000);
        Counterexample<M> found = report.counterexample().orElseThrow();
        String scenario = found.scenario(entry.id(), false, entry, setting, rules, workload.patience());
        Story replayed = Scenario.parse(scenario).tell(entry);
        assertThat(replayed.asExpected()).as(scenario).isTrue();
        assertThat(replayed.violation()).contains(found.violation());
        return found;
    }

    /** 004: "Requires FIFO channels." */
    @Test
    void lamportOnUnorderedChannelsLosesMutualExclusion() {
        Counterexample<?> found = find(
                LAMPORT, Setting.mutex(2), Network.UNORDERED, Workload.of(Capacity.mutex(), 1), Property.EXCLUSION);
        assertThat(found.steps()).hasSize(4);
    }

    /** Last Entered: two that have not heard of each other both wait sufficiently long, and enter. */
    @ParameterizedTest
    @ValueSource(strings = {"last-entered-literal", "last-entered-charitable"})
    void whoEntersBecauseItHeardNothingIsNotAlone(String id) {
        Counterexample<?> found = find(
                Catalogue.find(id).orElseThrow(),
                Setting.mutex(2),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1),
                Property.EXCLUSION);
        assertThat(found.steps()).hasSize(8);
    }

    /** Last Entered: with two requests each, the region gets lost. With one request each it does not. */
    @ParameterizedTest
    @ValueSource(strings = {"last-entered-literal", "last-entered-charitable"})
    void aRegionThatIsTransferredWithoutKnowingToWhomGetsLost(String id) {
        Counterexample<?> found = find(
                Catalogue.find(id).orElseThrow(),
                new Setting(2, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0"))),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 2),
                Property.PROGRESS);
        assertThat(found.steps()).hasSize(14);
    }

    /** Dasgupta's slides: "Major problem: DEADLOCK possible". */
    @Test
    void theSimpleVersionOfMaekawasAlgorithmDeadlocks() {
        Counterexample<?> found = find(
                Catalogue.find("maekawa-simple").orElseThrow(),
                Setting.mutex(2),
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
        Exhibit.Demonstration shown = exhibit.demonstration();
        Workload workload = Workload.of(shown.setting().capacity(), shown.requests())
                .withCancels(shown.cancels())
                .by(shown.requesters())
                .withPatience(shown.patience());
        find(exhibit.entry(), shown.setting(), shown.network(), workload, exhibit.breaks());
    }

    @Test
    void aSystemInWhichAMessageIsForgottenIsStuck() {
        class Forgetful extends RicartAgrawala {
            Forgetful(int me, int nodes) {
                super(me, nodes);
            }

            @Override
            public State onRelease(State s, long requestId, long lastFence, Effects<Message> out) {
                return new State(
                        Phase.IDLE,
                        requestId,
                        s.mode(),
                        s.our(),
                        s.highest(),
                        s.awaiting(),
                        NodeSet.empty(),
                        lastFence);
            }
        }
        find(
                Entry.of(RicartAgrawala.PROFILE, setting -> me -> new Forgetful(me, setting.nodes())),
                Setting.mutex(2),
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1),
                Property.PROGRESS);
    }
}
