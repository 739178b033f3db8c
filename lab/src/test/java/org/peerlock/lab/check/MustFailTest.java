package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Lamport;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RoucairolCarvalho;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.Story;
import org.peerlock.lab.world.Rules;

/** What is broken is found, by a shortest story that replays. */
class MustFailTest {

    private static final Entry<Lamport.State, Lamport.Message> LAMPORT =
            Entry.of(Lamport.PROFILE, (me, setting) -> new Lamport(me, setting.nodes(), setting.capacity()));

    private static <S extends Record, M> Counterexample<M> find(
            Entry<S, M> entry, int nodes, Network network, Workload workload) {
        Setting setting = Setting.mutex(nodes);
        Rules<S, M> rules = Rules.of(entry, setting, network, Start.fresh());
        Report<M> report = Explorer.explore(rules, workload, 1_000_000);
        Counterexample<M> found = report.counterexample().orElseThrow();
        String scenario = found.scenario(entry, setting, rules);
        Story replayed = Scenario.parse(scenario).tell(id -> Optional.of(entry));
        assertThat(replayed.asExpected()).as(scenario).isTrue();
        assertThat(replayed.violation()).contains(found.violation());
        return found;
    }

    /** 004: "Requires FIFO channels." */
    @Test
    void lamportOnUnorderedChannelsLosesMutualExclusion() {
        Counterexample<?> found =
                find(LAMPORT, 2, Network.UNORDERED, Workload.of(Capacity.mutex(), 1));
        assertThat(found.violation().property()).isEqualTo(Property.EXCLUSION);
        assertThat(found.steps()).hasSize(4);
    }

    /** Without the second REQUEST a node that gave its permission away while it waits enters without it. */
    @Test
    void roucairolCarvalhoWithoutItsSecondRequestLosesMutualExclusion() {
        class WithoutSecondRequest extends RoucairolCarvalho {
            WithoutSecondRequest(int me, int nodes) {
                super(me, nodes);
            }

            @Override
            protected State askAgain(State s, int j, Effects<Message> out) {
                return s;
            }
        }
        Counterexample<?> found = find(
                Entry.of(RoucairolCarvalho.PROFILE, (me, setting) -> new WithoutSecondRequest(me, setting.nodes())),
                3,
                Network.FIFO,
                Workload.of(Capacity.mutex(), 2));
        assertThat(found.violation().property()).isEqualTo(Property.EXCLUSION);
    }

    /** A REPLY that comes after a withdrawal is taken for the answer to the next request. */
    @Test
    void ricartAgrawalaWithTheNaiveWithdrawalLosesMutualExclusion() {
        class NaiveWithdrawal extends RicartAgrawala {
            NaiveWithdrawal(int me, int nodes) {
                super(me, nodes);
            }

            @Override
            public State onCancel(State s, long requestId, Effects<Message> out) {
                s = super.onCancel(s, requestId, out);
                out.withdrawn(requestId);
                return new State(
                        Phase.IDLE, requestId, s.our(), s.highest(), NodeSet.empty(), s.deferred(), s.fence());
            }

            @Override
            public State onMessage(State s, int from, Message message, Effects<Message> out) {
                boolean late = message instanceof Message.Reply && !s.awaiting().contains(from);
                return late ? s : super.onMessage(s, from, message, out);
            }
        }
        Counterexample<?> found = find(
                Entry.of(RicartAgrawala.PROFILE, (me, setting) -> new NaiveWithdrawal(me, setting.nodes())),
                2,
                Network.FIFO,
                Workload.of(Capacity.mutex(), 2).withCancels(1));
        assertThat(found.violation().property()).isEqualTo(Property.EXCLUSION);
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
                        Phase.IDLE, requestId, s.our(), s.highest(), s.awaiting(), NodeSet.empty(), lastFence);
            }
        }
        Counterexample<?> found = find(
                Entry.of(RicartAgrawala.PROFILE, (me, setting) -> new Forgetful(me, setting.nodes())),
                2,
                Network.FIFO,
                Workload.of(Capacity.mutex(), 1));
        assertThat(found.violation().property()).isEqualTo(Property.PROGRESS);
    }
}
