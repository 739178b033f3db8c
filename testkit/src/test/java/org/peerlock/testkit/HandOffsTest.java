package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.protocol.NodeOverview;

/** What the statistics count as hand-offs: a message from another node brought the lock for which a request was waiting. */
class HandOffsTest {

    private final Scene scene = new Scene(2);

    private long handOffs(int node) {
        return handOffs(scene, node);
    }

    private static long handOffs(Scene scene, int node) {
        return totals(scene, node).handOffs();
    }

    private static NodeOverview.Totals totals(Scene scene, int node) {
        SimulatedNode counting = scene.node(node);
        return counting.engine().overview(counting.now()).totals();
    }

    static List<AcquireRequest> requests() {
        return List.of(
                AcquireRequest.exclusive("lock"), AcquireRequest.write("lock"), AcquireRequest.permits("lock", 1, 1));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aLockThatComesToARequestCountsOnce(AcquireRequest request) {
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

    @Test
    void messagesAndViewsAreCounted() {
        NodeOverview.Totals before = totals(scene, 1);
        assertThat(before.views()).isPositive();
        scene.take(1, "lock");
        scene.run(SECOND);
        assertThat(totals(scene, 1).messagesSent()).isEqualTo(before.messagesSent() + 1);
        assertThat(totals(scene, 1).messagesReceived()).isEqualTo(before.messagesReceived() + 1);
        scene.start();
        scene.awaitMembers(1, 2, 3);
        assertThat(totals(scene, 1).views()).isEqualTo(before.views() + 1);
    }

    /** Whoever asks next takes it without a message. */
    @Test
    void aLockThatComesForNobodyIsNoHandOff() {
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition givenUp = scene.ask(2, "lock");
        scene.run(SECOND);
        givenUp.giveUp();
        held.release();
        scene.run(SECOND);
        scene.take(2, "lock").release();
        assertThat(handOffs(2)).isZero();
    }

    @Test
    void aLockThatANodeHasAlreadyIsNoHandOff() {
        scene.take(1, "lock").release();
        scene.take(1, "lock").release();
        assertThat(handOffs(1)).isEqualTo(1);
    }

    /** Permits do not stay at a node. */
    @Test
    void permitsComeForEachAcquisition() {
        scene.take(1, AcquireRequest.permits("lock", 1, 1)).release();
        scene.take(1, AcquireRequest.permits("lock", 1, 1)).release();
        assertThat(handOffs(1)).isEqualTo(2);
    }

    /** The second request enters when the first one is released, or gets the lock from it. */
    @ParameterizedTest
    @MethodSource("requests")
    void aNodeAloneHasNoHandOffs(AcquireRequest request) {
        Scene alone = new Scene(1);
        Scene.Acquisition first = alone.take(1, request);
        Scene.Acquisition second = alone.ask(1, request);
        first.release();
        second.await().release();
        assertThat(handOffs(alone, 1)).isZero();
    }

    @Test
    void aHoldThatIsCarriedIntoAnotherViewIsNoHandOff() {
        scene.take(1, "lock");
        scene.start();
        scene.awaitMembers(1, 2, 3);
        assertThat(handOffs(1)).isEqualTo(1);
    }
}
