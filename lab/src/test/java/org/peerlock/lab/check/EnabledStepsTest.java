package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.MembershipOptions;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipMessage;
import org.peerlock.algorithm.permission.MembershipState;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawala.State;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.World;

/** Which steps are enabled, and which are not. */
class EnabledStepsTest {

    private static <S extends Record, M> World<S, M> after(World<S, M> world, Step<M> step) {
        return world.apply(EnabledSteps.match(world, step).orElseThrow()).world();
    }

    private static <S extends Record, M> boolean possible(World<S, M> world, Step<M> step) {
        return EnabledSteps.match(world, step).isPresent();
    }

    private static World<State, Message> pair(Network network) {
        SystemConfig<State, Message> systemConfig = new SystemConfig<>(
                List.of(new RicartAgrawala(1, 2), new RicartAgrawala(2, 2)), Capacity.mutex(), network, Start.fresh());
        return World.start(systemConfig).world();
    }

    private static <M> Step<M> asks(int node, long id) {
        return new Step.Ask<>(node, Request.exclusive(id));
    }

    @Test
    void requestsAreNumberedAndMadeOneAtATime() {
        World<State, Message> world = pair(Network.FIFO);
        assertThat(possible(world, asks(1, 2))).isFalse();
        world = after(world, asks(1, 1));
        assertThat(possible(world, asks(1, 2))).isFalse();
        assertThat(possible(world, asks(2, 1))).isTrue();
    }

    @Test
    void onlyANodeThatWaitsCancelsAndOnlyANodeInsideLeaves() {
        World<State, Message> world = after(pair(Network.FIFO), asks(1, 1));
        assertThat(possible(world, new Step.Cancel<>(1, 1))).isTrue();
        assertThat(possible(world, new Step.Cancel<>(1, 2))).isFalse();
        assertThat(possible(world, new Step.Cancel<>(2, 1))).isFalse();
        assertThat(possible(world, new Step.Release<>(1, 1, 0))).isFalse();
        world = after(world, deliver(world, 0));
        world = after(world, deliver(world, 0));
        assertThat(possible(world, new Step.Cancel<>(1, 1))).isFalse();
        assertThat(EnabledSteps.match(world, new Step.Release<>(1, 1, 99)))
                .as("with the fence that it has")
                .contains(new Step.Release<>(1, 1, 1));
    }

    private static <M> Step<M> deliver(World<?, M> world, int index) {
        return new Step.Deliver<>(world.underway().get(index));
    }

    /**
     * Node 1 has entered, left and asked again: a REPLY and a REQUEST(2) are under way to node 2.
     */
    private static World<State, Message> asked(Network network) {
        World<State, Message> world = after(pair(network), asks(1, 1));
        world = after(world, asks(2, 1));
        world = after(world, deliver(world, 0));
        world = after(world, deliver(world, 0));
        world = after(world, deliver(world, 0));
        world = after(world, new Step.Release<>(1, 1, 0));
        return after(world, asks(1, 2));
    }

    @Test
    void aMessageArrivesIfItIsUnderWayAndOnFifoLinksTheOldest() {
        World<State, Message> fifo = asked(Network.FIFO);
        World<State, Message> unordered = asked(Network.UNORDERED);
        assertThat(fifo.underway()).hasSize(2);
        assertThat(possible(fifo, deliver(fifo, 0))).isTrue();
        assertThat(possible(fifo, deliver(fifo, 1))).isFalse();
        assertThat(possible(unordered, deliver(unordered, 1))).isTrue();
        Envelope<Message> request = fifo.underway().get(1);
        assertThat(possible(unordered, new Step.Deliver<>(new Envelope<>(2, 1, request.message(), List.of()))))
                .isFalse();
    }

    /** A message of the same type that says something else is another one. */
    @Test
    void onlyTheSameMessageArrives() {
        World<State, Message> early = after(pair(Network.UNORDERED), asks(1, 1));
        World<State, Message> late = asked(Network.UNORDERED);
        Step<Message> first = deliver(early, 0);
        Step<Message> second = deliver(late, 1);
        assertThat(first).isNotEqualTo(second);
        assertThat(possible(late, first)).isFalse();
        assertThat(possible(late, new Step.Drop<>(early.underway().get(0)))).isFalse();
        assertThat(possible(late, new Step.Duplicate<>(late.underway().get(1)))).isTrue();
    }

    /** Nodes 1 and 2 are members, 3 and 4 are not. */
    private static World<MembershipState, MembershipMessage> group() {
        GroupConfig config = new GroupConfig(4, Capacity.mutex(), new TreeMap<>(Map.of("members", "1,2")));
        return World.start(SystemConfig.of(
                        MembershipOptions.entry((me, options) ->
                                new Membership(me, options.members(), options.names(), options.learning())),
                        config,
                        Network.FIFO,
                        Start.fresh()))
                .world();
    }

    @Test
    void aNodeThatIsNoMemberJoinsViaAMemberThatLives() {
        World<MembershipState, MembershipMessage> world = group();
        assertThat(possible(world, new Step.Join<>(3, 1))).isTrue();
        assertThat(possible(world, new Step.Join<>(3, 4))).isFalse();
        assertThat(possible(world, new Step.Join<>(2, 1))).isFalse();
        world = after(world, new Step.Crash<>(1));
        assertThat(possible(world, new Step.Join<>(3, 1))).isFalse();
        assertThat(possible(world, new Step.Join<>(3, 2))).isTrue();
    }

    @Test
    void liveMembersLeaveAndLearnOfFailures() {
        World<MembershipState, MembershipMessage> world = group();
        assertThat(possible(world, new Step.Leave<>(1))).isTrue();
        assertThat(possible(world, new Step.Leave<>(3))).isFalse();
        assertThat(possible(world, new Step.Fail<>(1, 2))).isTrue();
        assertThat(possible(world, new Step.Fail<>(1, 3))).isFalse();
        assertThat(possible(world, new Step.Fail<>(3, 1))).isFalse();
        world = after(world, new Step.Crash<>(1));
        assertThat(possible(world, new Step.Crash<>(1))).isFalse();
        assertThat(possible(world, new Step.Fail<>(1, 2))).isFalse();
        assertThat(possible(world, new Step.Fail<>(2, 1))).isTrue();
    }

    @Test
    void onlyARunningTimerExpires() {
        World<MembershipState, MembershipMessage> world = after(group(), asks(1, 1));
        TimerId timer = world.timers().get(0).id();
        assertThat(possible(world, new Step.Expire<>(2, timer))).isFalse();
        assertThat(possible(world, new Step.Expire<>(1, new TimerId("unheard-of"))))
                .isFalse();
        assertThat(possible(world, new Step.Expire<>(1, timer))).isTrue();
    }
}
