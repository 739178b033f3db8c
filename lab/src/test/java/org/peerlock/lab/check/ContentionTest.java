package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Contention;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.ActiveRequest.Stage;
import org.peerlock.lab.world.Envelope;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.World;

/**
 * Checks what the explorer does not: a node that is inside knows that another waits once all
 * messages have arrived; and fences grow although a node admitted several of its own threads under
 * one entry.
 *
 * <p>It uses a search of its own, simpler than the {@link Explorer}, which shares no fingerprints
 * with it.
 */
class ContentionTest {

    /**
     * The limit of states. Some systems of Lamport's algorithm and of the literal Last Entered have
     * more; then only the states nearest to the start are searched.
     */
    private static final int LIMIT = 50_000;

    @TestFactory
    Stream<DynamicTest> whoIsInsideKnowsThatAnotherWaitsAndFencesGrowPastAllThatWereUsed() {
        List<DynamicTest> tests = new ArrayList<>();
        for (CatalogueEntry<?, ?> entry : Catalogue.entries()) {
            for (Capacity capacity : List.of(Capacity.mutex(), Capacity.readWrite(), Capacity.semaphore(1))) {
                if (entry.profile().serves().contains(capacity.kind())) {
                    String name = entry.id() + " " + capacity.kind();
                    tests.add(DynamicTest.dynamicTest(name + " 2 nodes", () -> walk(entry, capacity, 2, 2)));
                    if (capacity.kind() == Capacity.Kind.MUTEX) {
                        tests.add(DynamicTest.dynamicTest(name + " 3 nodes", () -> walk(entry, capacity, 3, 1)));
                    }
                }
            }
        }
        return tests.stream();
    }

    private static <S extends Record, M> void walk(
            CatalogueEntry<S, M> entry, Capacity capacity, int nodes, int requests) {
        Network network = Network.FIFO;
        SystemConfig<S, M> systemConfig = SystemConfig.of(
                entry, new GroupConfig(nodes, capacity, new TreeMap<>()), network, new Start(nodes, 7, List.of()));
        Set<Property> claimed = entry.profile().assumptions().claimedOn(network);
        Set<Long> visited = new HashSet<>();
        Queue<World<S, M>> queue = new ArrayDeque<>();
        queue.add(World.start(systemConfig).world());
        boolean quiet = false;
        while (!queue.isEmpty() && visited.size() < LIMIT) {
            World<S, M> world = queue.remove();
            quiet |= judgeWanted(world);
            for (Step<M> step : steps(world, requests)) {
                StepOutcome<S, M> stepOutcome = world.apply(step);
                assertThat(stepOutcome.violation(claimed)).as("%s", step).isEmpty();
                if (stepOutcome.violation(EnumSet.of(Property.EXPECTATION)).isEmpty()) {
                    if (visited.add(stepOutcome.world().fingerprint())) {
                        queue.add(stepOutcome.world());
                    }
                }
            }
        }
        assertThat(quiet || !queue.isEmpty())
                .as("a node waited for a node inside")
                .isTrue();
    }

    /**
     * Whether the state is relevant: a node is inside, another waits, and no message is under way.
     */
    private static <S extends Record, M> boolean judgeWanted(World<S, M> world) {
        boolean judged = false;
        if (world.underway().isEmpty()) {
            for (ActiveRequest inside : world.activeRequests(Stage.INSIDE)) {
                if (world.activeRequests(Stage.WAITING).stream().anyMatch(waiting -> waiting.node() != inside.node())) {
                    Contention contention =
                            world.systemConfig().nodes().get(inside.node() - 1).contention(world.state(inside.node()));
                    assertThat(contention).as("%s", world).isNotEqualTo(Contention.NO);
                    judged = true;
                }
            }
        }
        return judged;
    }

    private static <S extends Record, M> List<Step<M>> steps(World<S, M> world, int requests) {
        List<Step<M>> steps = new ArrayList<>();
        Capacity capacity = world.systemConfig().capacity();
        for (int node = 1; node <= world.size(); node++) {
            long id = world.requests(node) + 1;
            if (id <= requests && world.mayAsk(node)) {
                if (capacity.kind() != Capacity.Kind.SEMAPHORE) {
                    steps.add(new Step.Ask<>(node, Request.exclusive(id)));
                }
                if (capacity.kind() != Capacity.Kind.MUTEX) {
                    steps.add(new Step.Ask<>(node, Request.shared(id)));
                }
            }
        }
        for (Envelope<M> envelope : world.underway()) {
            if (world.deliverable(envelope)) {
                steps.add(new Step.Deliver<>(envelope));
            }
        }
        for (ActiveRequest inside : world.activeRequests(Stage.INSIDE)) {
            steps.add(new Step.Release<>(inside.node(), inside.id(), inside.fence()));
            if (inside.request().mode() == Mode.EXCLUSIVE) { // as if three more threads had been inside
                steps.add(new Step.Release<>(inside.node(), inside.id(), inside.fence() + 3));
            }
        }
        for (World.Timer timer : world.timers()) {
            if (world.mayExpire(timer)) {
                steps.add(new Step.Expire<>(timer.node(), timer.id()));
            }
        }
        return steps;
    }
}
