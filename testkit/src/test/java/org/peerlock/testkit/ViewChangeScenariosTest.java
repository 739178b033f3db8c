package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.Scene.Installed;

/** Exact interleavings around the change of a view: nodes that die, are late or change their minds in the middle of it. */
class ViewChangeScenariosTest {

    private static final long SILENCE = Scene.USUAL.timing().expiryWaitNanos();
    /** After its death, a node is dropped no earlier than this: it may have renewed a while before. */
    private static final long EARLIEST = SILENCE - RENEWAL - MOMENT;
    /** And no later, if nothing else happens. */
    private static final long LATEST = SILENCE + 2 * RENEWAL + MOMENT;

    private static final int BAD_CLOCKS = 200_000;

    /** Whether a write proposed a view. */
    private static boolean proposes(ClusterState content, long epochBefore) {
        return content.current().epoch() == epochBefore && content.next() != null;
    }

    private static boolean carriesReportOf(Packet packet, Incarnation id) {
        return packet instanceof Packet.ReportPart part && part.survivor().equals(id);
    }

    // Races for the registry

    @Test
    void aRenewalThatArrivesAfterItsSenderWasDroppedIsRefused() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation before = scene.incarnation(1);
        long late = SILENCE + 3 * RENEWAL;
        boolean[] sent = {false};
        scene.renewsAlone(1);
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                if (node != 1 || sent[0]) {
                    return 0;
                }
                sent[0] = true;
                scene.pause(1, late + RENEWAL);
                return late;
            }

            @Override
            public void written(int node, ClusterState content) {
                assertThat(sent[0] && node == 1 && content.isRegistered(before)).isFalse();
            }
        });
        scene.await("the renewal is under way", () -> sent[0]);
        long arrives = scene.now() + late;
        scene.awaitMembers(2, 3);
        assertThat(scene.now()).isLessThan(arrives);
        scene.run(arrives - scene.now() + MOMENT);
        assertThat(scene.registry().isRegistered(before)).isFalse();
        assertThat(scene.members()).containsExactly(2, 3);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.incarnation(1)).isNotEqualTo(before);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
    }

    @Test
    void aProposalThatArrivesAfterItsTargetHasRenewedIsRefused() {
        Scene scene = new Scene(2);
        Incarnation target = scene.incarnation(1);
        long epoch = scene.epoch();
        boolean[] proposed = {false};
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public long delay(int node, ClusterState content) {
                if (node != 2 || content.isRegistered(target) || proposed[0]) {
                    return 0;
                }
                proposed[0] = true;
                scene.healRegistry(1);
                scene.pause(2, 4 * RENEWAL);
                return 3 * RENEWAL;
            }
        });
        scene.cutFromRegistry(1);
        scene.await("a proposal", () -> proposed[0]);
        scene.run(3 * LEASE);
        assertThat(scene.installedAfter(epoch)).isEmpty();
        assertThat(scene.registry().next()).isNull();
        assertThat(scene.incarnation(1)).isEqualTo(target);
        scene.takeTurns("lock", 1, 2);
    }

    // Deaths in the middle

    @Test
    void whenTheProposerDiesRightAfterItsWriteTheOthersFinish() {
        Scene scene = new Scene(4);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        int[] proposer = {0};
        scene.onWrite((node, content) -> {
            if (proposer[0] == 0 && proposes(content, epoch)) {
                proposer[0] = node;
                scene.crash(node);
            }
        });
        scene.crash(4);
        scene.await("a proposal", () -> proposer[0] > 0);
        long died = scene.now();
        Set<Integer> rest = new HashSet<>(Set.of(1, 2, 3));
        rest.remove(proposer[0]);
        scene.awaitMembers(rest.stream().mapToInt(node -> node).toArray());
        assertThat(scene.now()).isBetween(died + EARLIEST, died + LATEST);
        assertThat(scene.installedAfter(epoch)).containsExactly(new Installed(epoch + 2, rest));
        assertThat(held.valid()).isEqualTo(rest.contains(1));
    }

    @Test
    void whenTheInstallerDiesRightAfterItsWriteTheOthersGoOnAndDropIt() {
        Scene scene = new Scene(4);
        long epoch = scene.epoch();
        int[] installer = {0};
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (installer[0] == 0 && content.current().epoch() > epoch) {
                installer[0] = node;
                died[0] = scene.now();
                scene.crash(node);
            }
        });
        scene.crash(4);
        Set<Integer> rest = new HashSet<>(Set.of(1, 2, 3));
        scene.await("an installation", () -> installer[0] > 0);
        rest.remove(installer[0]);
        scene.await("the others open", () -> rest.stream().allMatch(scene::open));
        assertThat(scene.now()).isLessThan(died[0] + RENEWAL + MOMENT);
        scene.awaitMembers(rest.stream().mapToInt(node -> node).toArray());
        assertThat(scene.now()).isLessThan(died[0] + LATEST);
        assertThat(scene.installedAfter(epoch))
                .containsExactly(new Installed(epoch + 1, Set.of(1, 2, 3)), new Installed(epoch + 2, rest));
    }

    @Test
    void whenASurvivorDiesBeforeItReportsAnotherViewIsProposed() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && proposes(content, epoch)) {
                died[0] = scene.now();
                scene.crash(node == 3 ? 2 : 3);
            }
        });
        scene.start();
        scene.await("a proposal", () -> died[0] > 0);
        scene.run(EARLIEST);
        assertThat(scene.installedAfter(epoch)).isEmpty();
        scene.await("a view", () -> scene.epoch() > epoch);
        assertThat(scene.now()).isBetween(died[0] + EARLIEST, died[0] + LATEST);
        assertThat(scene.epoch()).isEqualTo(epoch + 2);
        assertThat(scene.members()).hasSize(3).contains(1, 4);
        assertThat(held.valid()).isTrue();
        assertThat(scene.monitor().holders(epoch + 1)).isEmpty();
    }

    @Test
    void whenASurvivorDiesAfterItHasReportedTheViewBeginsAndThenDropsIt() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(3, "lock");
        long epoch = scene.epoch();
        Incarnation third = scene.incarnation(3);
        long[] died = {0};
        scene.filter((from, to, packet) -> {
            if (died[0] == 0 && from.number == 3 && carriesReportOf(packet, third)) {
                died[0] = scene.now();
                scene.next(() -> scene.crash(3));
            }
            return true;
        });
        scene.start();
        scene.await("it has reported", () -> died[0] > 0);
        scene.await("the view", () -> scene.epoch() == epoch + 1);
        assertThat(scene.now()).isLessThan(died[0] + RENEWAL);
        assertThat(scene.members()).containsExactly(1, 2, 3, 4);
        Scene.Acquisition next = scene.take(2, "lock");
        assertThat(next.grantedAt()).isBetween(died[0] + EARLIEST, died[0] + LATEST);
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(
                        holderMap -> assertThat(holderMap.of("lock")).containsOnlyKeys(third));
        assertThat(scene.installedAfter(epoch))
                .containsExactly(
                        new Installed(epoch + 1, Set.of(1, 2, 3, 4)), new Installed(epoch + 2, Set.of(1, 2, 4)));
        assertThat(next.fence()).isGreaterThan(held.fence());
    }

    @Test
    void whenTheOnlyOneWithAllReportsDiesTogetherWithAReporterTheOthersSkipTheView() {
        Scene scene = new Scene(4);
        Scene.Acquisition held = scene.take(3, "lock");
        Scene.Acquisition waiting = scene.ask(4, "lock");
        long epoch = scene.epoch();
        Incarnation reporter = scene.incarnation(2);
        long[] died = {0};
        // only node 1 and the reporter itself ever have the report of node 2
        scene.filter((from, to, packet) -> to.number <= 2 || !carriesReportOf(packet, reporter));
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && content.current().epoch() > epoch) {
                died[0] = scene.now();
                scene.crash(1);
                scene.crash(2);
            }
        });
        scene.crash(scene.start().number);
        scene.start();
        scene.await("an installation", () -> died[0] > 0);
        long installed = scene.epoch();
        scene.run(EARLIEST);
        assertThat(scene.epoch()).isEqualTo(installed);
        assertThat(scene.gate(3).state()).isEqualTo(GrantGate.State.SHUT);
        assertThat(scene.gate(4).state()).isEqualTo(GrantGate.State.SHUT);
        scene.awaitMembers(3, 4, 6);
        assertThat(scene.now()).isLessThan(died[0] + LATEST);
        assertThat(scene.monitor().holders(installed)).isEmpty();
        assertThat(held.valid()).isTrue();
        assertThat(waiting.granted()).isFalse();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.TELL);
        waiting.await();
    }

    // Changes of mind while a view changes

    /** Node 4 joins, and the view does not change before reports are let through. */
    private static long sealed(Scene scene) {
        long epoch = scene.epoch();
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.start();
        scene.await(
                "all are sealed",
                () -> List.of(1, 2, 3).stream()
                        .allMatch(node -> scene.registry().next() != null
                                && scene.gate(node).state() == GrantGate.State.SHUT));
        return epoch;
    }

    @Test
    void aHoldThatIsReleasedWhileTheViewChangesIsCarriedAndReleasedAfterwards() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        long epoch = sealed(scene);
        assertThat(held.valid()).isTrue();
        assertThat(held.release()).isEqualTo(ReleaseOutcome.TELL);
        scene.run(2 * SECOND);
        assertThat(next.granted()).isFalse();
        scene.noFilter();
        next.await();
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(
                        holderMap -> assertThat(holderMap.of("lock")).containsOnlyKeys(scene.incarnation(1)));
        assertThat(next.epoch()).isEqualTo(epoch + 1);
        next.release();
        scene.takeTurns("lock", 1, 2, 3, 4);
    }

    @Test
    void aHoldThatIsLostWhileTheViewChangesIsCarriedAndReleasedAfterwards() {
        Scene scene = new Scene(Scene.settings("ricart-agrawala", BAD_CLOCKS), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Scene.Acquisition next = scene.ask(2, "lock");
        Incarnation holder = scene.incarnation(1);
        long epoch = sealed(scene);
        scene.cutFromRegistry(1);
        scene.await("told", () -> held.loss() != null);
        assertThat(held.loss()).isEqualTo(LossCause.LEASE_EXPIRED);
        scene.run(SECOND);
        assertThat(next.granted()).isFalse();
        assertThat(scene.epoch()).isEqualTo(epoch);
        scene.noFilter();
        next.await();
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(
                        holderMap -> assertThat(holderMap.of("lock")).containsOnlyKeys(holder));
        assertThat(next.epoch()).isEqualTo(epoch + 1);
        scene.healRegistry(1);
        scene.await("resumes", () -> scene.open(1));
        assertThat(scene.incarnation(1)).isEqualTo(holder);
        next.release();
        scene.takeTurns("lock", 1, 2, 3, 4);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
    }

    @Test
    void aLockThatIsOnlyRetainedIsNotCarried() {
        Scene scene = new Scene(3);
        scene.take(1, "lock").release();
        long epoch = sealed(scene);
        Scene.Acquisition next = scene.ask(1, "lock");
        assertThat(next.granted()).isFalse();
        scene.noFilter();
        next.await();
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(holderMap -> assertThat(holderMap.byLock()).isEmpty());
    }

    @Test
    void aNodeThatLearnsOfAViewLateLosesNoMessageOfIt() {
        Scene scene = new Scene(3);
        long epoch = sealed(scene);
        scene.cutFromRegistry(3);
        Set<Packet> said = new HashSet<>();
        scene.filter((from, to, packet) -> {
            if (to.number != 3) {
                return true;
            }
            boolean again = packet instanceof Packet.Data && !said.add(packet);
            return !again && !(packet instanceof Packet.StateUpdate);
        });
        scene.await("the others begin", () -> List.of(1, 2, 4).stream().allMatch(scene::open));
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        Scene.Acquisition wish = scene.ask(2, "lock");
        scene.run(SECOND);
        assertThat(said).isNotEmpty();
        assertThat(wish.granted()).isFalse();
        assertThat(scene.open(3)).isFalse();
        scene.healRegistry(3);
        wish.await();
        assertThat(wish.waited()).isLessThan(SECOND + RENEWAL + RENEWAL);
        assertThat(scene.open(3)).isTrue();
        assertThat(wish.epoch()).isEqualTo(epoch + 1);
    }

    // Joining nodes

    @Test
    void aJoinerThatDiesInTheNextViewBecomesAMemberAndIsDropped() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        long[] died = {0};
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && proposes(content, epoch)) {
                died[0] = scene.now();
                scene.crash(4);
            }
        });
        scene.start();
        scene.await("a proposal", () -> died[0] > 0);
        scene.awaitMembers(1, 2, 3);
        scene.await("dropped", () -> scene.epoch() == epoch + 2 && scene.open(1));
        assertThat(scene.now()).isBetween(died[0] + EARLIEST, died[0] + LATEST);
        assertThat(scene.installedAfter(epoch))
                .containsExactly(
                        new Installed(epoch + 1, Set.of(1, 2, 3, 4)), new Installed(epoch + 2, Set.of(1, 2, 3)));
        assertThat(held.valid()).isTrue();
        held.release();
        scene.takeTurns("lock", 1, 2, 3);
    }

    @Test
    void aJoinerThatDiesBeforeItIsInAnyViewIsDroppedWithoutEverBeingAMember() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = sealed(scene); // so that the next view is settled, and has only node 4
        boolean[] died = {false};
        scene.onWrite((node, content) -> {
            if (!died[0] && node == 5) {
                died[0] = true;
                scene.crash(5);
            }
        });
        scene.start();
        scene.await("it has joined", () -> died[0]);
        Incarnation joiner = scene.incarnation(5);
        assertThat(scene.registry().isRegistered(joiner)).isTrue();
        scene.run(SILENCE + 2 * RENEWAL);
        scene.noFilter();
        scene.awaitMembers(1, 2, 3, 4);
        assertThat(scene.registry().isRegistered(joiner)).isFalse();
        assertThat(scene.installedAfter(epoch))
                .containsExactly(
                        new Installed(epoch + 1, Set.of(1, 2, 3, 4)), new Installed(epoch + 2, Set.of(1, 2, 3, 4)));
        assertThat(held.valid()).isTrue();
    }

    @Test
    void nobodyIsLetInAsLongAsAMemberMayBeDead() {
        Scene scene = new Scene(Scene.settings("ricart-agrawala", BAD_CLOCKS), 3);
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation doubtful = scene.incarnation(3);
        long epoch = scene.epoch();
        scene.cutFromRegistry(3);
        scene.run(new Timing(LEASE, BAD_CLOCKS).expiryWaitNanos() / 2 + RENEWAL);
        scene.start();
        scene.await("it has joined", () -> scene.registry().members().size() == 4);
        scene.run(RENEWAL);
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.registry().next()).isNull();
        assertThat(scene.node(1).engine().overview(scene.node(1).now()).members())
                .allMatch(member -> member.epoch() == (member.id().equals(scene.incarnation(4)) ? 0 : epoch));
        scene.healRegistry(3);
        scene.awaitMembers(1, 2, 3, 4);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        assertThat(scene.incarnation(3)).isEqualTo(doubtful);
        assertThat(held.valid()).isTrue();
    }

    @Test
    void aNodeWithOtherSettingsIsToldTheDifferenceAndDoesNoHarm() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(1, "lock");
        long epoch = scene.epoch();
        SimulatedNode stranger = scene.cluster().add(1, Scene.USUAL.withProtocols(new ProtocolRange(3, 3)));
        scene.run(2 * LEASE);
        assertThat(stranger.refusal()).isEqualTo("protocol: here 3-3, in the registry 2");
        assertThat(stranger.gone()).isTrue();
        assertThat(scene.epoch()).isEqualTo(epoch);
        assertThat(scene.registry().members()).hasSize(3);
        assertThat(held.valid()).isTrue();
    }

    @Test
    void aMessageInAViewFromANodeThatIsNoMemberIsIgnored() {
        Scene scene = new Scene(3);
        long epoch = scene.epoch();
        Packet.Data[] said = {null};
        boolean[] answered = {false};
        scene.cut(1, 4); // so that it stays out
        scene.filter((from, to, packet) -> {
            said[0] = packet instanceof Packet.Data data ? data : said[0];
            answered[0] |= to.number == 4 && packet instanceof Packet.Ack;
            return true;
        });
        Scene.Acquisition held = scene.take(2, "lock");
        Packet.Data request = said[0];
        scene.start();
        scene.run(RENEWAL);
        for (long in : List.of(epoch, epoch + 1)) {
            Packet.Data same =
                    new Packet.Data(in, 1, 0, "lock", request.capacity(), request.algorithm(), request.message());
            scene.cluster().send(scene.node(4), scene.incarnation(2), same);
        }
        scene.run(RENEWAL);
        scene.leave(3);
        scene.awaitMembers(1, 2);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        scene.run(RENEWAL);
        assertThat(answered[0]).isFalse();
        assertThat(held.valid()).isTrue();
        held.release();
        scene.takeTurns("lock", 1, 2);
    }

    @Test
    void requestsSurviveThatTheirNodeIsDropped() {
        Scene scene = new Scene(3);
        Scene.Acquisition held = scene.take(2, "lock");
        Scene.Acquisition waiting = scene.ask(1, "lock");
        Incarnation before = scene.incarnation(1);
        scene.pause(1, 3 * LEASE);
        scene.awaitMembers(2, 3);
        scene.awaitMembers(1, 2, 3);
        assertThat(scene.incarnation(1)).isNotEqualTo(before);
        assertThat(waiting.granted()).isFalse();
        held.release();
        waiting.await();
        assertThat(waiting.fence()).isGreaterThan(held.fence());
    }

    @Test
    void aMessageOfAnotherViewIsNotDelivered() {
        Scene scene = new Scene(3);
        Packet.Data[] sent = {null};
        scene.filter((from, to, packet) -> {
            sent[0] = packet instanceof Packet.Data data && from.number == 2 ? data : sent[0];
            return true;
        });
        scene.take(2, "lock").release();
        Packet.Data request = sent[0];
        scene.leave(3);
        scene.awaitMembers(1, 2);
        scene.run(RENEWAL);
        boolean[] answered = {false};
        scene.filter((from, to, packet) -> {
            answered[0] |= from.number == 1 && (packet instanceof Packet.Data || packet instanceof Packet.Ack);
            return true;
        });
        for (long other : List.of(scene.epoch() - 1, scene.epoch() + 1)) {
            Packet.Data first = new Packet.Data(
                    other, 1, 0, request.lock(), request.capacity(), request.algorithm(), request.message());
            scene.cluster().send(scene.node(2), scene.incarnation(1), first);
        }
        scene.run(RENEWAL);
        assertThat(answered[0]).isFalse();
    }

    @Test
    void aViewInWhichTooManyMessagesWaitIsReplacedAfterTenLeases() {
        Scene scene = new Scene(2);
        long epoch = scene.epoch();
        scene.run(9 * LEASE);
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Data));
        for (int name = 0; name <= 10_000; name++) {
            scene.ask(1, "lock " + name);
        }
        scene.run(LEASE / 2);
        assertThat(scene.installedAfter(epoch)).isEmpty();
        scene.run(LEASE);
        assertThat(scene.installedAfter(epoch)).containsExactly(new Installed(epoch + 1, Set.of(1, 2)));
    }

    @Test
    void unusedNamesAreForgottenByAChangeOfView() {
        Scene scene = new Scene(Scene.settings(Scene.USUAL.algorithms().exclusive(), 10_000, 1, 3), 2);
        Scene.Acquisition held = scene.take(1, "used");
        for (String name : List.of("a", "b", "c", "d")) {
            scene.takeTurns(name, 1, 2);
        }
        long epoch = scene.epoch();
        Object word = scene.node(1).engine().word("a");
        Object used = scene.node(1).engine().word("used");
        scene.run(LEASE / 2);
        assertThat(scene.installedAfter(epoch)).isEmpty();
        scene.run(2 * LEASE);
        assertThat(scene.installedAfter(epoch)).containsExactly(new Installed(epoch + 1, Set.of(1, 2)));
        assertThat(scene.node(1).engine().word("a")).isNotSameAs(word);
        assertThat(scene.node(1).engine().word("used")).isSameAs(used);
        assertThat(held.valid()).isTrue();
        scene.run(22 * LEASE);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        assertThat(held.release()).isNotEqualTo(ReleaseOutcome.LOST);
        scene.takeTurns("a", 1, 2);
    }
}
