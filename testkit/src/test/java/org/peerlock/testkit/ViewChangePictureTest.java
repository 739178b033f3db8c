package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.locks.AcquireRequest;
import org.peerlock.internal.engine.locks.Hold;
import org.peerlock.internal.engine.locks.Waiter;
import org.peerlock.internal.engine.lockword.ReleaseOutcome;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.trace.SpaceTimeDiagram;
import org.peerlock.lab.trace.Trace;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** The picture in docs/VIEWS.md: a node crashes, and a view without it begins, into which another's hold is carried. */
class ViewChangePictureTest {

    private static final long MILLISECOND = 1_000_000;
    private static final AcquireRequest LOCK = AcquireRequest.exclusive("lock");
    private static final Path PICTURE = Path.of("..", "docs", "view-change.svg");

    /** One of the seeds that give a picture in which little overlaps. */
    private static final long SEED = 55;

    /** The lease is short compared with the delays of messages, so that the picture does not only show waiting. */
    private static final NodeSettings SETTINGS = new NodeSettings(
            "picture",
            AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
            new Timing(40 * MILLISECOND, 0),
            "nowhere",
            1,
            100);

    private final SimulatedCluster cluster = new SimulatedCluster(
            SETTINGS,
            NodeEngine::new,
            Delays.parse("constant:8"),
            new SimulatedRegistryStore.Reliability(MILLISECOND, 6 * MILLISECOND, 0, 0),
            SEED);

    /** A client that requests the lock once. */
    private final class Application implements Waiter {
        private final SimulatedNode node;
        private final LiveTrace trace;
        private @Nullable Hold grant;
        private InvariantMonitor.@Nullable TrackedHold trackedHold;

        Application(SimulatedNode node, LiveTrace trace) {
            this.node = node;
            this.trace = trace;
        }

        void ask() {
            trace.asked(node);
            node.engine().acquire(node.now(), LOCK, this);
        }

        @Override
        public boolean offer(Hold offered) {
            grant = offered;
            trackedHold = cluster.monitor().granted(node, LOCK, offered);
            trace.entered(node, offered);
            return true;
        }

        @Override
        public void refuse(String reason) {
            throw new AssertionError(reason);
        }

        Hold grant() {
            if (grant == null) {
                throw new AssertionError("node " + node.number + " has not got the lock");
            }
            return grant;
        }

        void leave() {
            NodeEngine engine = node.engine();
            if (trackedHold != null) {
                cluster.monitor().released(trackedHold);
            }
            ReleaseOutcome releaseOutcome =
                    engine.word(LOCK.lock()).release(grant().fence(), grant().generation(), engine.gates(), node.now());
            trace.left(node);
            if (releaseOutcome == ReleaseOutcome.TELL) {
                engine.onWordReleased(node.now(), LOCK.lock());
            }
        }
    }

    private Trace run() {
        cluster.registryStore().knowMembers();
        List<SimulatedNode> nodes = List.of(cluster.add(1), cluster.add(1), cluster.add(1));
        ClusterState before = awaitView(3);
        pass(40);
        LiveTrace trace = new LiveTrace(cluster, before.current());
        Application holder = new Application(nodes.get(0), trace);
        Application waiter = new Application(nodes.get(2), trace);
        holder.ask();
        pass(12);
        waiter.ask();
        pass(18);
        nodes.get(1).crash();
        trace.crashed(nodes.get(1));
        ClusterState after = awaitView(2);
        assertThat(after.current().epoch()).isEqualTo(before.current().epoch() + 1);
        pass(16);
        holder.leave();
        pass(14);
        waiter.leave();
        pass(1);
        assertThat(waiter.grant().fence()).isGreaterThan(holder.grant().fence());
        assertThat(cluster.monitor().violation()).isEmpty();
        return trace.trace(
                "A node crashes: the view changes",
                "ricart-agrawala, lease 40 ms; once the lease of node 2 is surely over, view 2 begins, into which the hold"
                        + " of node 1 is carried; ^101 is the first fence of view 1");
    }

    private void pass(long milliseconds) {
        cluster.run(cluster.simulator().now() + milliseconds * MILLISECOND);
    }

    /** Lets time pass until a view with this many members is installed. */
    private ClusterState awaitView(int members) {
        for (int i = 0; i < 1_000; i++) {
            ClusterState content = cluster.registryStore().content();
            if (content != null && content.next() == null && content.current().size() == members) {
                return content;
            }
            pass(1);
        }
        throw new AssertionError("no view with " + members + " members");
    }

    /** {@code -Dgolden.rewrite} draws it again. */
    @Test
    void thePictureInTheDocumentationIsTheOneThatIsDrawn() throws IOException {
        String svg = SpaceTimeDiagram.svg(run());
        if (System.getProperty("golden.rewrite") != null) {
            Files.writeString(PICTURE, svg);
        }
        assertThat(svg).isEqualTo(Files.readString(PICTURE));
    }

    @Test
    void itTellsTheStoryOfAViewChange() {
        List<String> told = run().events().stream()
                .filter(event -> event.kind() != Kind.DELIVERED)
                .map(event -> event.text().isEmpty() ? event.node() + " " + event.kind() : event.text())
                .toList();
        assertThat(told)
                .containsSubsequence("1 ASKED", "1 ENTERED", "2 CRASHED")
                .containsSubsequence(
                        "2 CRASHED",
                        "REPORT(nothing)",
                        "CONTENT(next 2)",
                        "REPORT(lock)",
                        "CONTENT(current 2)",
                        "1 LEFT",
                        "REPLY",
                        "3 ENTERED")
                .containsSubsequence("3 ASKED", "REQUEST(2)", "2 CRASHED", "REQUEST(1)", "1 LEFT");
    }
}
