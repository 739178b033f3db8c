package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.engine.effects.MembershipChange;
import org.peerlock.internal.engine.effects.MembershipChange.Cause;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.Packet;

/** The members that joined and left, and why, as each node reports them when a view begins. */
class MembershipChangeTest {

    private static final NodeSettings SETTINGS = Scene.settings("ricart-agrawala", 10_000);

    private final Scene scene = new Scene(SETTINGS.withLabel("first"), 3);

    private static MembershipChange change(Scene scene, int node, String label, Cause cause) {
        return new MembershipChange(scene.incarnation(node), label, cause);
    }

    @Test
    void aNodeThatJoinsSaysSoOfItselfAndTheOthersKnowItByItsLabel() {
        scene.cluster().add(1, SETTINGS.withLabel("newcomer"));
        scene.awaitMembers(1, 2, 3, 4);
        for (int node = 1; node <= 4; node++) {
            assertThat(scene.node(node).changes()).containsExactly(change(scene, 4, "newcomer", Cause.JOINED));
        }
    }

    @Test
    void aNodeThatLeavesHasLeft() {
        MembershipChange left = change(scene, 2, "first", Cause.LEFT);
        scene.leave(2);
        scene.awaitMembers(1, 3);
        assertThat(scene.node(1).changes()).containsExactly(left);
        assertThat(scene.node(3).changes()).containsExactly(left);
    }

    @Test
    void aNodeWhoseDeathIsProvenHasDied() {
        MembershipChange died = change(scene, 2, "first", Cause.DIED);
        scene.crash(2);
        scene.proveDeath(2);
        scene.awaitMembers(1, 3);
        assertThat(scene.node(1).changes()).containsExactly(died);
        assertThat(scene.node(3).changes()).containsExactly(died);
    }

    @Test
    void aNodeThatOnlyStoppedToRenewWasEvicted() {
        MembershipChange evicted = change(scene, 2, "first", Cause.EVICTED);
        scene.crash(2);
        scene.awaitMembers(1, 3);
        assertThat(scene.node(1).changes()).containsExactly(evicted);
        assertThat(scene.node(3).changes()).containsExactly(evicted);
    }

    /** Node 3 does not hear of the Leave, and sees only the proposal that follows it. */
    @Test
    void aNodeThatDidNotSeeWhyAnotherWentSaysSo() {
        MembershipChange gone = change(scene, 2, "first", Cause.GONE);
        scene.filter((from, to, packet) -> !(to.number == 3
                && packet instanceof Packet.StateUpdate update
                && update.state().next() == null));
        scene.leave(2);
        scene.awaitMembers(1, 3);
        assertThat(scene.node(3).changes()).containsExactly(gone);
    }

    /** Node 3 has the proofs first, and proposes a view without both. Node 1 sees only the proposal, until it has one proof itself. */
    @Test
    void aDeathThatIsProvenAfterTheProposalIsStillTheReason() {
        MembershipChange gone = change(scene, 2, "first", Cause.GONE);
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        MembershipChange died = change(scene, 4, "first", Cause.DIED);
        proposalFollows(() -> {
            scene.crash(2);
            scene.crash(4);
            scene.node(3).learnsDeath(new TreeSet<>(List.of(gone.id(), died.id())));
        });
        scene.node(1).learnsDeath(new TreeSet<>(List.of(died.id())));
        scene.noFilter();
        scene.awaitMembers(1, 3);
        assertThat(scene.node(1).changes()).containsExactlyInAnyOrder(gone, died);
    }

    @Test
    void aNodeThatEndsAfterItHasLeftHasLeft() {
        MembershipChange left = change(scene, 2, "first", Cause.LEFT);
        proposalFollows(() -> scene.leave(2));
        scene.node(1).learnsDeath(new TreeSet<>(List.of(left.id())));
        scene.noFilter();
        scene.awaitMembers(1, 3);
        assertThat(scene.node(1).changes()).containsExactly(left);
    }

    /** Until all know of a proposal; its view does not begin, because no report arrives. */
    private void proposalFollows(Runnable action) {
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        action.run();
        scene.await("a proposal", () -> scene.registry().next() != null);
        scene.run(Scene.MOMENT);
    }

    @Test
    void anEvictedNodeJoinsAsAnother() {
        scene.pause(2, 3 * LEASE);
        scene.awaitMembers(1, 3);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.node(2).changes()).containsExactly(change(scene, 2, "first", Cause.JOINED));
    }
}
