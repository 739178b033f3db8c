package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.internal.engine.locks.AcquireRequest;

/** What the statistics count as hand-offs: a lock came from another node, and somebody got it. */
class HandOffsTest {

    private final Scene scene = new Scene(2);

    private long handOffs(int node) {
        SimulatedNode counting = scene.node(node);
        return counting.engine().overview(counting.now()).totals().handOffs();
    }

    static List<AcquireRequest> requests() {
        return List.of(
                AcquireRequest.exclusive("lock"), AcquireRequest.write("lock"), AcquireRequest.permits("lock", 1, 1));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aLockThatCameAndWasGrantedCountsOnce(AcquireRequest request) {
        Scene.Acquisition first = scene.take(1, request);
        assertThat(handOffs(1)).isEqualTo(1);
        Scene.Acquisition second = scene.ask(2, request);
        first.release();
        second.await().release();
        assertThat(handOffs(2)).isEqualTo(1);
        assertThat(handOffs(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestThatIsGivenUpIsNoHandOff(AcquireRequest request) {
        Scene.Acquisition held = scene.take(1, request);
        Scene.Acquisition givenUp = scene.ask(2, request);
        scene.run(SECOND);
        givenUp.giveUp();
        held.release();
        scene.run(SECOND);
        assertThat(handOffs(2)).isZero();
    }

    /** The right came for a request that was given up; whoever asks next takes it without a message. */
    @Test
    void aLockThatCameForNobodyCountsWhenSomebodyTakesIt() {
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition givenUp = scene.ask(2, "lock");
        scene.run(SECOND);
        givenUp.giveUp();
        held.release();
        scene.run(SECOND);
        scene.take(2, "lock").release();
        scene.take(2, "lock").release();
        assertThat(handOffs(2)).isEqualTo(1);
    }

    @Test
    void aHoldThatIsCarriedIntoAnotherViewIsNoHandOff() {
        scene.take(1, "lock");
        scene.start();
        scene.awaitMembers(1, 2, 3);
        assertThat(handOffs(1)).isEqualTo(1);
    }
}
