package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MOMENT;
import static org.peerlock.testkit.Scene.RENEWAL;
import static org.peerlock.testkit.Scene.USUAL;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.token.SuzukiKasami;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.effects.LossCause;
import org.peerlock.internal.engine.inspection.LockInquiry;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.testkit.InvariantViolation.Invariant;

/** The algorithms of a cluster change when its nodes are restarted one by one. Locks stay held and waited for. */
class AlgorithmChangeScenariosTest {

    private static final NodeSettings MAEKAWA = Scene.settings("maekawa", 10_000);

    private static final AcquireRequest READ = AcquireRequest.read("table");
    private static final AcquireRequest WRITE = AcquireRequest.write("table");

    private static AcquireRequest permits(int wanted) {
        return AcquireRequest.permits("seats", 5, wanted);
    }

    private static List<CatalogueEntry<?, ?>> exclusive() {
        return LiveAlgorithms.all(Capacity.Kind.MUTEX);
    }

    /** Decide about all names with this prefix, and the usual ones about all others. */
    private static NodeSettings byPrefix(String prefix, String algorithm) {
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put(prefix, Catalogue.find(algorithm).orElseThrow());
        return Scene.settings(new AlgorithmSelection(USUAL.algorithms().exclusive(), byPrefix), 10_000, 1, 1_000);
    }

    private static int add(Scene scene, NodeSettings settings) {
        SimulatedNode added = scene.cluster().add(1, settings);
        scene.await("node " + added.number + " is a member", () -> scene.open(added.number));
        return added.number;
    }

    /** Stops a node, and starts another one in its place. Returns the number of that one. */
    private static int restart(Scene scene, int node, NodeSettings settings) {
        stop(scene, node);
        return add(scene, settings);
    }

    private static void stop(Scene scene, int node) {
        scene.leave(node);
        scene.await("node " + node + " has left", scene.node(node)::gone);
    }

    private static String algorithms(Scene scene) {
        return scene.registry().settings().algorithms();
    }

    private static void awaitAlgorithms(Scene scene, NodeSettings settings) {
        scene.await(
                "algorithms " + settings.algorithms(),
                () -> algorithms(scene).equals(settings.algorithms().toString()));
        scene.run(MOMENT);
    }

    /** The algorithm that decides about a lock, as the members say. */
    private static String decider(Scene scene, int node, AcquireRequest request) {
        List<LockInquiryResult> results = new ArrayList<>();
        LockInquiry inquiry = new LockInquiry(request.lock(), results::add);
        scene.node(node).engine().startInquiry(scene.node(node).now(), inquiry);
        scene.await("all members have answered", () -> !results.isEmpty());
        return results.get(0).algorithm(request.capacity());
    }

    // Locks

    @ParameterizedTest
    @MethodSource("exclusive")
    void anExclusiveLockStaysHeldAndItsWaitersAreServed(CatalogueEntry<?, ?> algorithm) {
        NodeSettings other = Scene.settings(algorithm, 10_000, 1, 1_000);
        Scene scene = new Scene(Scene.settings("raymond-tree", 10_000), 3);
        Scene.Acquisition first = scene.take(3, "lock");
        int four = restart(scene, 1, other);
        int five = restart(scene, 2, other);
        assertThat(algorithms(scene)).isEqualTo("raymond-tree");
        Scene.Acquisition second = scene.ask(four, "lock");
        first.release();
        second.await();
        Scene.Acquisition third = scene.ask(five, "lock");
        Scene.Acquisition idle = scene.take(five, "idle");
        idle.release();
        stop(scene, 3);
        awaitAlgorithms(scene, other);
        assertThat(second.valid()).isTrue();
        assertThat(third.granted()).isFalse();
        assertThat(decider(scene, four, second.acquireRequest)).isEqualTo(algorithm.id());
        second.release();
        third.await();
        assertThat(third.fence()).isGreaterThan(second.fence());
        third.release();
        scene.takeTurns("lock", four, five);
        scene.takeTurns("idle", four, five);
    }

    @Test
    void readersStayAndAWriterFollows() {
        NodeSettings other = byPrefix("table", "lamport");
        Scene scene = new Scene(USUAL, 2);
        int three = restart(scene, 1, other);
        int four = add(scene, other);
        Scene.Acquisition one = scene.take(three, READ);
        Scene.Acquisition two = scene.take(four, READ);
        Scene.Acquisition writer = scene.ask(four, WRITE);
        stop(scene, 2);
        awaitAlgorithms(scene, other);
        assertThat(decider(scene, three, READ)).isEqualTo("lamport");
        assertThat(one.valid()).isTrue();
        assertThat(two.valid()).isTrue();
        assertThat(writer.granted()).isFalse();
        one.release();
        two.release();
        writer.await();
        Scene.Acquisition reader = scene.ask(three, READ);
        writer.release();
        reader.await();
    }

    @Test
    void aWriterStaysAndReadersFollow() {
        Scene scene = new Scene(byPrefix("table", "lamport"), 2);
        int three = restart(scene, 1, USUAL);
        int four = add(scene, USUAL);
        Scene.Acquisition writer = scene.take(three, WRITE);
        Scene.Acquisition reader = scene.ask(four, READ);
        stop(scene, 2);
        awaitAlgorithms(scene, USUAL);
        assertThat(decider(scene, three, READ)).isEqualTo("ra-readers-writers");
        assertThat(writer.valid()).isTrue();
        assertThat(reader.granted()).isFalse();
        writer.release();
        reader.await();
        assertThat(reader.fence()).isGreaterThanOrEqualTo(writer.fence());
    }

    @Test
    void whatWasReleasedBetweenTheViewsIsFree() {
        Scene scene = new Scene(USUAL, 2);
        int three = restart(scene, 1, MAEKAWA);
        Scene.Acquisition held = scene.take(three, "lock");
        int four = add(scene, MAEKAWA);
        scene.leave(2);
        scene.await("it is sealed", () -> !scene.gate(three).open());
        held.release();
        awaitAlgorithms(scene, MAEKAWA);
        scene.takeTurns("lock", four, three);
    }

    // Who decides

    @Test
    void aNodeThatAsksForOthersHoldsTheChangeBack() {
        Scene scene = new Scene(USUAL, 3);
        Scene.Acquisition held = scene.take(3, "lock");
        int four = restart(scene, 1, MAEKAWA);
        int five = restart(scene, 2, MAEKAWA);
        scene.run(3 * LEASE);
        assertThat(algorithms(scene)).isEqualTo("ricart-agrawala");
        held.release();
        scene.takeTurns("lock", 3, four, five);
        scene.crash(3);
        awaitAlgorithms(scene, MAEKAWA);
        scene.takeTurns("lock", four, five);
    }

    @Test
    void aNodeWithoutPreferenceHoldsNothingBack() {
        Scene scene = new Scene(USUAL, 1);
        int resident = add(scene, USUAL.withoutPreference());
        Scene.Acquisition held = scene.take(resident, "lock");
        int other = restart(scene, 1, MAEKAWA);
        awaitAlgorithms(scene, MAEKAWA);
        assertThat(held.valid()).isTrue();
        assertThat(decider(scene, resident, held.acquireRequest)).isEqualTo("maekawa");
        held.release();
        scene.takeTurns("lock", other, resident);
    }

    @Test
    void nodesWithoutPreferenceKeepWhatTheyFind() {
        Scene scene = new Scene(MAEKAWA, 1);
        int two = add(scene, USUAL.withoutPreference());
        stop(scene, 1);
        int three = add(scene, USUAL.withoutPreference());
        scene.run(LEASE);
        assertThat(algorithms(scene)).isEqualTo("maekawa");
        scene.takeTurns("lock", two, three);
    }

    @Test
    void theFirstNodeAfterAllHaveLeftDecidesAtOnce() {
        Scene scene = new Scene(USUAL, 2);
        stop(scene, 1);
        stop(scene, 2);
        long epoch = scene.epoch();
        long before = scene.now();
        int three = add(scene, MAEKAWA);
        assertThat(scene.now() - before).isLessThan(RENEWAL);
        assertThat(algorithms(scene)).isEqualTo("maekawa");
        assertThat(scene.epoch()).isEqualTo(epoch + 1);
        scene.takeTurns("lock", three);
    }

    /** A node registers that asks for the old algorithms, after a view was proposed without it and before that is installed. */
    private static SimulatedNode waits(Scene scene, int leaves) {
        SimulatedNode[] late = {null};
        scene.onWrite((node, content) -> {
            if (content.next() != null && late[0] == null) {
                late[0] = scene.cluster().add(1, USUAL);
            }
        });
        scene.filter((from, to, packet) -> !(packet instanceof Packet.Report));
        scene.leave(leaves);
        scene.await(
                "it waits to become a member",
                () -> late[0] != null
                        && scene.registry().isRegistered(late[0].engine().incarnation()));
        scene.noIntercept();
        return late[0];
    }

    @Test
    void aNodeThatWaitsToBecomeAMemberHoldsTheChangeBack() {
        Scene scene = new Scene(USUAL, 1);
        int two = add(scene, MAEKAWA);
        int three = add(scene, MAEKAWA);
        Scene.Acquisition held = scene.take(two, "lock");
        SimulatedNode late = waits(scene, 1);
        scene.noFilter();
        scene.awaitMembers(two, three, late.number);
        assertThat(algorithms(scene)).isEqualTo("ricart-agrawala");
        stop(scene, late.number);
        awaitAlgorithms(scene, MAEKAWA);
        assertThat(held.valid()).isTrue();
        held.release();
        scene.takeTurns("lock", three, two);
    }

    /** Nobody has come or gone since the last view, as far as its members know. */
    @Test
    void aViewFollowsWhenTheNodeThatHeldTheChangeBackWasNeverAMember() {
        Scene scene = new Scene(USUAL, 1);
        int two = add(scene, MAEKAWA);
        int three = add(scene, MAEKAWA);
        SimulatedNode late = waits(scene, 1);
        scene.intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public boolean fails(int node, ClusterState content) {
                return content.next() != null && scene.registry().next() == null;
            }
        });
        scene.noFilter();
        scene.await("the view is installed", () -> scene.registry().next() == null);
        assertThat(algorithms(scene)).isEqualTo("ricart-agrawala");
        scene.leaveAtOnce(late.number);
        scene.await("it has left", late::gone);
        scene.noIntercept();
        assertThat(scene.registry().current().has(late.engine().incarnation())).isFalse();
        awaitAlgorithms(scene, MAEKAWA);
        scene.takeTurns("lock", two, three);
    }

    // Messages

    /** A member does not know yet that the view is installed, and so not which algorithms it has. */
    @Test
    void messagesOfTheNewAlgorithmsWaitUntilTheirViewIsKnown() {
        Scene scene = new Scene(Scene.settings("suzuki-kasami", 10_000), 1);
        int two = add(scene, USUAL);
        int three = add(scene, USUAL);
        boolean[] installed = {false};
        boolean[] early = {false};
        scene.filter((from, to, packet) -> {
            installed[0] |= algorithms(scene).equals("ricart-agrawala");
            boolean tells = packet instanceof Packet.StateUpdate
                    || packet instanceof Packet.RenewalConfirmation
                    || packet instanceof Packet.Report;
            boolean passes = !(installed[0] && to.number == three && tells);
            early[0] |= installed[0] && to.number == three && packet instanceof Packet.Data;
            return passes;
        });
        scene.onWrite((node, content) -> {
            if (content.next() != null) {
                scene.cutOwnWayToRegistry(three);
            }
        });
        long epoch = scene.epoch();
        stop(scene, 1);
        scene.await("the view begins", () -> scene.epoch() > epoch && scene.open(two));
        assertThat(scene.open(three)).isFalse();
        Scene.Acquisition waiting = scene.ask(two, "lock");
        scene.await("a message has come", () -> early[0]);
        scene.run(MOMENT);
        assertThat(waiting.granted()).isFalse();
        scene.noFilter();
        scene.noIntercept();
        scene.healRegistry(three);
        waiting.await();
        waiting.release();
        scene.takeTurns("lock", three, two);
    }

    @Test
    void aMessageOfAnAlgorithmThatDoesNotDecideIsIgnored() {
        Scene scene = new Scene(USUAL, 2);
        scene.monitor().dispense(Set.of(Invariant.ONE_ALGORITHM));
        Scene.Acquisition held = scene.take(1, "lock");
        Packet.Data foreign = new Packet.Data(
                scene.epoch(), 2, 0, "lock", Capacity.mutex(), "suzuki-kasami", new SuzukiKasami.Message.Request(7));
        scene.cluster().send(scene.node(2), scene.incarnation(1), foreign);
        scene.run(MOMENT);
        assertThat(held.valid()).isTrue();
        assertThat(scene.node(1).gone()).isFalse();
        stop(scene, 2);
        held.release();
        int three = add(scene, USUAL);
        scene.takeTurns("lock", 1, three);
    }

    // Permits

    @Test
    void permitsThatDoNotFitAreDecidedByTheDefaultUntilAnotherView() {
        NodeSettings raymond = byPrefix("seats", "raymond-k");
        Scene scene = new Scene(USUAL, 1);
        int two = add(scene, raymond);
        int three = add(scene, raymond);
        Scene.Acquisition several = scene.take(two, permits(3));
        Scene.Acquisition one = scene.take(two, permits(1));
        Scene.Acquisition waiting = scene.ask(three, permits(2));
        stop(scene, 1);
        awaitAlgorithms(scene, raymond);
        assertThat(decider(scene, three, permits(1))).isEqualTo("lamport");
        assertThat(several.valid()).isTrue();
        assertThat(one.valid()).isTrue();
        one.release();
        waiting.await();
        several.release();
        Scene.Acquisition late = scene.ask(two, permits(4));
        scene.run(MOMENT);
        assertThat(late.refusal()).isNull();
        waiting.release();
        late.await();
        late.release();
        int four = add(scene, raymond);
        scene.take(four, permits(1));
        assertThat(decider(scene, three, permits(1))).isEqualTo("raymond-k");
    }

    @Test
    void whoWaitsForMorePermitsThanTheNewAlgorithmGivesIsRefused() {
        NodeSettings raymond = byPrefix("seats", "raymond-k");
        Scene scene = new Scene(USUAL, 1);
        int two = add(scene, raymond);
        List<Scene.Acquisition> held = new ArrayList<>();
        for (int node : new int[] {1, two}) {
            held.add(scene.take(node, permits(1)));
        }
        Scene.Acquisition waiting = scene.ask(two, permits(5));
        int three = add(scene, raymond);
        held.get(0).release();
        Scene.Acquisition here = scene.ask(three, permits(5));
        stop(scene, 1);
        awaitAlgorithms(scene, raymond);
        assertThat(decider(scene, three, permits(1))).isEqualTo("raymond-k");
        assertThat(waiting.refusal())
                .isEqualTo("'seats' is decided by raymond-k, which gives one permit at a time, not 5");
        assertThat(here.refusal()).isEqualTo(waiting.refusal());
        assertThat(held.get(1).valid()).isTrue();
        scene.take(three, permits(1)).release();
        held.get(1).release();
    }

    @Test
    void aNodeHoldsSeveralPermitsAgainWhenTheAlgorithmAllowsIt() {
        Scene scene = new Scene(byPrefix("seats", "raymond-k"), 1);
        int two = add(scene, USUAL);
        scene.take(two, permits(1));
        Scene.Acquisition second = scene.ask(two, permits(1));
        scene.run(MOMENT);
        assertThat(second.granted()).isFalse();
        stop(scene, 1);
        awaitAlgorithms(scene, USUAL);
        second.await();
        assertThat(decider(scene, two, permits(1))).isEqualTo("lamport");
        scene.take(two, permits(3));
    }

    // Algorithms of a later version

    private static final Incarnation LATER = new Incarnation(7, 7);

    /** A node of a later version is a member, and has brought algorithms that only it can run. */
    private static ClusterState ofALaterVersion(ClusterState state) {
        ClusterState joined = state.apply(new RegistryCommand.Join(
                        LATER,
                        Endpoint.plain("nowhere"),
                        USUAL.protocols(),
                        USUAL.timing().terms(),
                        0,
                        "of-tomorrow"))
                .orElseThrow();
        return new ClusterState(
                joined.registryId(),
                joined.secret(),
                joined.revision(),
                joined.cluster(),
                joined.settings().withAlgorithms("of-tomorrow"),
                joined.maxEpoch(),
                joined.current(),
                null,
                joined.members(),
                List.of());
    }

    private static void renewLater(Scene scene) {
        scene.restoreRegistry(scene.registry()
                .apply(new RegistryCommand.Renew(LATER, new TreeSet<>()))
                .orElseThrow());
    }

    @Test
    void aNodeThatCannotRunTheAlgorithmsIsRefusedAndToldWhichTheyAre() {
        Scene scene = new Scene(USUAL, 1);
        stop(scene, 1);
        scene.restoreRegistry(ofALaterVersion(scene.registry()));
        SimulatedNode node = scene.cluster().add(1, USUAL.withoutPreference());
        scene.await(
                "it knows the difference",
                () -> node.engine().settingsDifference().isPresent());
        assertThat(node.gone()).isFalse();
        renewLater(scene);
        scene.await("it is refused", node::gone);
        assertThat(node.refusal())
                .isEqualTo("algorithms: in the registry of-tomorrow, which this version does not run");
    }

    @Test
    void aMemberThatCannotRunTheNewAlgorithmsGivesWay() {
        Scene scene = new Scene(USUAL, 1);
        scene.monitor().dispense(Set.of(Invariant.ONE_ALGORITHM));
        Scene.Acquisition held = scene.take(1, "lock");
        Incarnation before = scene.incarnation(1);
        scene.restoreRegistry(ofALaterVersion(scene.registry()));
        scene.await("it has given way", () -> !scene.registry().isRegistered(before));
        assertThat(held.loss()).isEqualTo(LossCause.EVICTED);
        assertThat(scene.registry().isRegistered(LATER)).isTrue();
        renewLater(scene);
        scene.run(MOMENT);
        scene.await(
                "it has looked again",
                () -> scene.node(1).engine().settingsDifference().isPresent());
        renewLater(scene);
        scene.await("it is refused", scene.node(1)::gone);
        assertThat(scene.node(1).refusal()).contains("of-tomorrow");
    }
}
