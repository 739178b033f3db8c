package org.peerlock.testkit;

import static org.peerlock.testkit.Scene.LEASE;
import static org.peerlock.testkit.Scene.MILLI;
import static org.peerlock.testkit.Scene.SECOND;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.lab.simulate.Delays;

/**
 * Many nodes start together, and then nothing happens except renewals and probes; or the node that writes for all is killed. The
 * lease is the default one. Every read and every write of the registry takes a random time with this mean.
 */
final class ManyMembersRun {

    /** A fault after everybody has become a member. */
    enum Fault {
        NONE,
        RENEWER_KILLED
    }

    /**
     * What came of it.
     *
     * @param joinedNanos when all were members of one view
     * @param views how many views were installed until then
     * @param writes how many writes of the registry succeeded, per second, when all were members
     * @param mostWrites how many in the second with the most of them
     * @param lapses how many leases expired, of nodes that were not killed
     * @param evictions how many nodes were evicted that were not killed
     * @param membersAtEnd how many members the last view had
     */
    record Outcome(
            int members,
            long writeMillis,
            Fault fault,
            long joinedNanos,
            long views,
            double writes,
            long mostWrites,
            long lapses,
            long evictions,
            int membersAtEnd,
            long events) {

        /** A line of a table. */
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "| %,d | %d ms | %s | %.1f s, %d views | %.1f, at most %d | %d | %d | %,d | %,d |",
                    members,
                    writeMillis,
                    fault == Fault.NONE ? "none" : "renewer killed",
                    (double) joinedNanos / SECOND,
                    views,
                    writes,
                    mostWrites,
                    lapses,
                    evictions,
                    membersAtEnd,
                    events);
        }
    }

    /** The longest time in which all must have become members. */
    private static final long JOINING = 20 * LEASE;

    private final int members;
    private final long writeMillis;
    private final SimulatedCluster cluster;
    private final SortedMap<Long, Long> writesBySecond = new TreeMap<>();
    private int lastWriter;
    private int killed;

    ManyMembersRun(int members, long writeMillis) {
        this.members = members;
        this.writeMillis = writeMillis;
        SimulatedRegistryStore.Reliability reliability =
                new SimulatedRegistryStore.Reliability(writeMillis * MILLI / 2, LEASE * 2 / 15, 0, 0);
        cluster = new SimulatedCluster(
                Scene.USUAL, NodeEngine::new, Delays.parse("uniform:0.1,2"), reliability, members + writeMillis);
        cluster.registryStore().knowMembers();
        cluster.registryStore().intercept(new SimulatedRegistryStore.WriteInterceptor() {
            @Override
            public void written(int node, ClusterState content) {
                lastWriter = node;
                writesBySecond.merge(cluster.simulator().now() / SECOND, 1L, Long::sum);
            }
        });
    }

    /** @param seconds how long it lasts when all are members */
    Outcome run(Fault fault, long seconds) {
        for (int i = 0; i < members; i++) {
            cluster.add(1);
        }
        while (!allAreMembers() && cluster.simulator().now() < JOINING) {
            cluster.run(cluster.simulator().now() + SECOND / 10);
        }
        long joined = cluster.simulator().now();
        long views = views();
        if (fault == Fault.RENEWER_KILLED) {
            killed = lastWriter;
            cluster.nodes().get(killed - 1).crash();
        }
        cluster.run(joined + seconds * SECOND);
        SortedMap<Long, Long> whole = writesBySecond.subMap(joined / SECOND + 1, joined / SECOND + seconds);
        long writes = whole.values().stream().mapToLong(Long::longValue).sum();
        return new Outcome(
                members,
                writeMillis,
                fault,
                joined,
                views,
                (double) writes / (seconds - 1),
                whole.values().stream().mapToLong(Long::longValue).max().orElse(0),
                survivors()
                        .mapToLong(node -> node.engine().counters().expiries())
                        .sum(),
                survivors()
                        .mapToLong(node -> node.engine().counters().evictions())
                        .sum(),
                membersAtEnd(),
                cluster.simulator().events());
    }

    private int membersAtEnd() {
        ClusterState content = content();
        return content == null ? 0 : content.current().size();
    }

    private Stream<SimulatedNode> survivors() {
        return cluster.nodes().stream().filter(node -> node.number != killed);
    }

    private long views() {
        return survivors()
                .mapToLong(node -> node.engine().counters().views())
                .max()
                .orElse(0);
    }

    private @Nullable ClusterState content() {
        return cluster.registryStore().content();
    }

    private boolean allAreMembers() {
        ClusterState content = content();
        return content != null
                && content.current().size() == members
                && cluster.nodes().stream()
                        .allMatch(node -> node.engine().gates().current().open());
    }
}
