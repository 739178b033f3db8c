package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.MILLI;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.lockword.GrantGate;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.lab.simulate.SplitMix64;
import org.peerlock.testkit.Scene.Installed;

/** The view changes while so many locks are held that a report has many parts: here every lock is a part of its own. */
class LongReportScenariosTest {

    private static final NodeSettings SETTINGS =
            Scene.USUAL.withLimits(Scene.USUAL.limits().withParts(1, 4));

    private static final int LOCKS = 40;

    /** A node takes many locks. */
    private static List<Scene.Acquisition> takeMany(Scene scene, int node) {
        List<Scene.Acquisition> held = new ArrayList<>();
        for (int i = 0; i < LOCKS; i++) {
            held.add(scene.take(node, "lock " + node + " " + i));
        }
        return held;
    }

    /** They are held, all know it, and they can be passed on. */
    private static void assertCarried(Scene scene, List<Scene.Acquisition> held, int another) {
        assertThat(scene.monitor().holders(scene.epoch()))
                .hasValueSatisfying(holders -> assertThat(holders.byLock().keySet())
                        .containsAll(held.stream()
                                .map(one -> one.acquireRequest.lock())
                                .toList()));
        for (Scene.Acquisition one : held) {
            assertThat(one.valid()).isTrue();
        }
        List<Scene.Acquisition> next =
                held.stream().map(one -> scene.ask(another, one.acquireRequest)).toList();
        scene.run(RENEWAL);
        assertThat(next).noneMatch(Scene.Acquisition::granted);
        for (Scene.Acquisition one : held) {
            assertThat(one.release()).isNotEqualTo(ReleaseOutcome.LOST);
        }
        next.forEach(Scene.Acquisition::await);
    }

    private static boolean isPartOf(Packet packet, Incarnation survivor) {
        return packet instanceof Packet.ReportPart part && part.survivor().equals(survivor);
    }

    @Test
    void whatANodeHoldsIsCarriedHoweverMuchItIs() {
        Scene scene = new Scene(SETTINGS, 3);
        List<Scene.Acquisition> held = takeMany(scene, 1);
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        assertCarried(scene, held, 4);
    }

    @Test
    void aShortReportTakesOneMessageToEachMember() {
        Scene scene = new Scene(SETTINGS, 3);
        scene.take(1, "lock");
        List<Packet> reports = new ArrayList<>();
        scene.filter((from, to, packet) -> {
            if (packet instanceof Packet.Report) {
                reports.add(packet);
            }
            return true;
        });
        scene.leave(3);
        scene.awaitMembers(1, 2);
        assertThat(reports).hasSize(2).allMatch(packet -> packet instanceof Packet.ReportPart);
    }

    /** So that no buffer overflows. */
    @Test
    void noMoreThanAFewPartsAreUnderWayToANode() {
        Scene scene = new Scene(SETTINGS, 3);
        List<Scene.Acquisition> held = takeMany(scene, 1);
        TreeMap<Integer, Integer> underWay = new TreeMap<>();
        List<Integer> counts = new ArrayList<>();
        scene.filter((from, to, packet) -> {
            if (from.number == 1 && packet instanceof Packet.ReportPart) {
                counts.add(underWay.merge(to.number, 1, Integer::sum));
            } else if (packet instanceof Packet.ReportRequest request) {
                underWay.merge(from.number, -request.count(), Integer::sum); // that many have arrived
            }
            return true;
        });
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        assertThat(counts).hasSize(3 * LOCKS).allMatch(count -> count <= 4);
        assertCarried(scene, held, 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void partsThatAreLostOrLateOrComeTwiceDoNoHarm(long seed) {
        Scene scene = new Scene(SETTINGS, 3);
        List<Scene.Acquisition> held = takeMany(scene, 1);
        held.addAll(takeMany(scene, 2));
        SplitMix64 random = new SplitMix64(seed);
        Set<Packet> late = new HashSet<>();
        scene.filter((from, to, packet) -> {
            if (!(packet instanceof Packet.Report) || late.remove(packet)) {
                return true;
            }
            int fate = random.nextInt(4);
            if (fate >= 2) {
                scene.cluster().simulator().after(random.nextLong(2 * SECOND), 0, () -> {
                    late.add(packet);
                    scene.cluster().send(from, to.engine().incarnation(), packet);
                });
            }
            return fate == 1 || fate == 2;
        });
        scene.start();
        scene.awaitMembers(1, 2, 3, 4);
        assertCarried(scene, held, 4);
    }

    @Test
    void whenASurvivorDiesAfterTheInstallationTheOthersForwardItsReport() {
        Scene scene = new Scene(SETTINGS, 3);
        takeMany(scene, 3);
        List<Scene.Acquisition> held = takeMany(scene, 2);
        long epoch = scene.epoch();
        Incarnation third = scene.incarnation(3);
        long[] died = {0};
        // all but node 1 get only the beginning from the survivor itself, and nothing from others before it is dead
        scene.filter((from, to, packet) -> !isPartOf(packet, third)
                || to.number == 1
                || (from.number == 3 ? ((Packet.ReportPart) packet).part() < 5 : died[0] > 0));
        scene.onWrite((node, content) -> {
            if (died[0] == 0 && content.current().epoch() > epoch) {
                died[0] = scene.now();
                scene.crash(3);
            }
        });
        scene.start();
        scene.await("an installation", () -> died[0] > 0);
        assertThat(scene.open(2)).isFalse();
        scene.await("the others begin", () -> List.of(1, 2, 4).stream().allMatch(scene::open));
        assertThat(scene.now()).isLessThan(died[0] + 3 * RENEWAL);
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        assertThat(scene.monitor().holders(epoch + 1))
                .hasValueSatisfying(holders -> assertThat(holders.byLock()).hasSize(2 * LOCKS));
        scene.awaitMembers(1, 2, 4);
        assertCarried(scene, held, 4);
    }

    @Test
    void whenASurvivorDiesBeforeAnybodyHasItsWholeReportAnotherViewIsProposed() {
        Scene scene = new Scene(SETTINGS, 3);
        takeMany(scene, 3);
        List<Scene.Acquisition> held = takeMany(scene, 1);
        long epoch = scene.epoch();
        Incarnation third = scene.incarnation(3);
        boolean[] died = {false};
        scene.filter((from, to, packet) -> {
            boolean second = isPartOf(packet, third) && ((Packet.ReportPart) packet).part() == 1;
            if (second && !died[0]) {
                died[0] = true;
                scene.next(() -> scene.crash(3));
            }
            return !second;
        });
        scene.start();
        scene.awaitMembers(1, 2, 4);
        assertThat(scene.installedAfter(epoch)).containsExactly(new Installed(epoch + 2, Set.of(1, 2, 4)));
        assertThat(scene.monitor().holders(epoch + 2))
                .hasValueSatisfying(holders -> assertThat(holders.byLock()).hasSize(LOCKS));
        assertCarried(scene, held, 4);
    }

    @Test
    void whoGetsNoReportWhileTheViewChangesGetsItFromThoseWhoHaveOpenedTheView() {
        Scene scene = new Scene(SETTINGS, 3);
        List<Scene.Acquisition> held = takeMany(scene, 1);
        long epoch = scene.epoch();
        scene.filter((from, to, packet) -> to.number != 3 || !(packet instanceof Packet.Report));
        scene.start();
        scene.await(
                "the others begin",
                () -> List.of(1, 2, 4).stream().allMatch(node -> scene.epoch() == epoch + 1 && scene.open(node)));
        scene.run(SECOND);
        assertThat(scene.gate(3).state()).isEqualTo(GrantGate.State.SHUT);
        scene.noFilter();
        long healed = scene.now();
        scene.await("it begins", () -> scene.open(3));
        assertThat(scene.now()).isLessThan(healed + SECOND + 100 * MILLI);
        assertCarried(scene, held, 3);
    }
}
