package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.TimerId;

/**
 * The effect of faults on messages and timers, with processes that only record what they receive.
 */
class SimulatorFaultsTest {

    private static final TimerId TIMER = new TimerId("timer");

    private final ActiveFaults activeFaults = new ActiveFaults(new SplitMix64(7));
    /** What node 2 has received, and when. */
    private final List<String> seen = new ArrayList<>();

    private Simulator<Integer> simulator(String delay) {
        Simulator<Integer> simulator = new Simulator<>(
                Network.FIFO, Delays.parse(delay), activeFaults, new SplitMix64(1), (time, from, to, message) -> {});
        for (int node = 1; node <= 3; node++) {
            int me = node;
            simulator.add(new Simulator.SimulatedProcess<>() {
                @Override
                public void onMessage(int from, Integer message) {
                    see(message.toString());
                }

                @Override
                public void onTimer(TimerId timer) {
                    see(timer.name());
                }

                private void see(String what) {
                    if (me == 2) {
                        seen.add(what + "@" + (double) simulator.now() / Distribution.UNIT);
                    }
                }
            });
        }
        return simulator;
    }

    private static long units(double time) {
        return Math.round(time * Distribution.UNIT);
    }

    private static void finish(Simulator<?> simulator) {
        while (simulator.step()) {
            // until nothing is left
        }
        assertThat(simulator.underway()).isZero();
    }

    @Test
    void messagesOnACutLinkArriveWhenItHeals() {
        Simulator<Integer> simulator = simulator("constant:1");
        simulator.send(1, 2, 10);
        simulator.send(3, 2, 30);
        activeFaults.cut(1, 2, units(5));
        finish(simulator);
        assertThat(seen).containsExactly("30@1.0", "10@5.0");
    }

    @Test
    void aLinkIsCutOneWay() {
        Simulator<Integer> simulator = simulator("constant:1");
        activeFaults.cut(2, 1, units(5));
        simulator.send(1, 2, 10);
        finish(simulator);
        assertThat(seen).containsExactly("10@1.0");
    }

    @Test
    void aPausedNodeReceivesEverythingLater() {
        Simulator<Integer> simulator = simulator("constant:1");
        activeFaults.pause(2, units(5));
        simulator.setTimer(2, TIMER, units(2));
        simulator.send(1, 2, 10);
        finish(simulator);
        assertThat(seen).containsExactly("timer@5.0", "10@5.0");
    }

    @Test
    void aCrashedNodeReceivesNothingNotEvenAfterItsRestart() {
        Simulator<Integer> simulator = simulator("constant:1");
        simulator.setTimer(2, TIMER, units(9));
        simulator.send(1, 2, 10);
        activeFaults.crash(2);
        simulator.cancelTimers(2);
        simulator.after(units(2), 0, () -> {
            activeFaults.restart(2);
            simulator.send(1, 2, 11);
        });
        finish(simulator);
        assertThat(seen).containsExactly("11@3.0");
    }

    /**
     * Pauses and cuts begin, overlap and end all the time; every message of the link arrives in
     * order, and once.
     */
    @ParameterizedTest
    @ValueSource(strings = {"constant:1", "uniform:0,2", "exponential:1", "lognormal:0.5,2"})
    void messagesStayInOrderThroughPausesAndCuts(String delay) {
        Simulator<Integer> simulator = simulator(delay);
        FaultPlan plan = FaultPlan.of(List.of(
                Fault.parse("pause:0.2,3"),
                Fault.parse("cut:0.3,4"),
                Fault.parse("partition:0.1,2"),
                Fault.parse("cut:1,0.3")));
        FaultInjector faultInjector = new FaultInjector(
                new FaultPlan(plan.faults(), 1000), 3, simulator, activeFaults, new SplitMix64(3), nobody());
        faultInjector.start();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            int message = i;
            sent.add(Integer.toString(i));
            simulator.after(units(i / 2.0), 0, () -> simulator.send(1, 2, message));
        }
        finish(simulator);
        assertThat(faultInjector.count()).isGreaterThan(1000);
        assertThat(seen.stream().map(what -> what.substring(0, what.indexOf('@'))))
                .containsExactlyElementsOf(sent);
    }

    private static FaultInjector.Targets nobody() {
        return new FaultInjector.Targets() {
            @Override
            public void crash(int node) {}

            @Override
            public void restart(int node) {}
        };
    }

    @Test
    void messagesAreLostAndDuplicatedWithTheGivenProbabilities() {
        Simulator<Integer> simulator = simulator("constant:1");
        activeFaults.disturb(0.25, 0);
        for (int i = 0; i < 10_000; i++) {
            simulator.send(1, 2, i);
        }
        activeFaults.disturb(0, 0.25);
        for (int i = 0; i < 10_000; i++) {
            simulator.send(1, 2, i);
        }
        finish(simulator);
        assertThat(seen).hasSizeBetween(19_800, 20_200);
        assertThat(activeFaults.disturbed()).isBetween(4_800L, 5_200L);
    }

    @Test
    void aRoundEndsWhenAllMessagesUnderWayAtItsStartHaveArrived() {
        RoundCounter roundCounter = new RoundCounter();
        roundCounter.passed(1); // nothing is under way: the next round begins
        roundCounter.sent(5);
        roundCounter.passed(2);
        assertThat(roundCounter.count()).isEqualTo(2);
        roundCounter.sent(9); // does not belong to it
        roundCounter.passed(5);
        assertThat(roundCounter.count()).isEqualTo(2);
        roundCounter.passed(6);
        assertThat(roundCounter.count()).isEqualTo(3);
        roundCounter.heldUp(20); // may belong to it
        roundCounter.passed(20);
        assertThat(roundCounter.count()).isEqualTo(3);
    }
}
