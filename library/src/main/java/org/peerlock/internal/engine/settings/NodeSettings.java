package org.peerlock.internal.engine.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerlock.internal.cluster.ClusterState;

/**
 * The settings of a node. All nodes of a cluster must agree on its name, the algorithms and the timing: these are in the registry,
 * and a node that differs is refused while another one is alive.
 *
 * @param cluster its name
 * @param algorithms decide which node has a lock
 * @param timing the times
 * @param address where the other nodes reach this one
 * @param cohort how many grants a node makes at most once another one wants the lock, the current one included: with 1 the
 *     nodes take turns, more needs fewer messages
 * @param label names this node in monitoring
 * @param version of the library, for monitoring
 * @param limits how much this node keeps and sends
 */
public record NodeSettings(
        String cluster,
        AlgorithmSelection algorithms,
        Timing timing,
        String address,
        String label,
        String version,
        int cohort,
        NodeLimits limits) {

    /** What a user can do about {@linkplain #differsFrom differences}. */
    public static final String REMEDY =
            "Use the same settings in all processes; to change them, stop all processes of the cluster first";

    /** Changes whenever nodes of two versions could misunderstand each other. */
    private static final String PROTOCOL = "1 ";

    private static final long MILLION = 1_000_000;

    public NodeSettings {
        if (cohort < 1 || cohort > 14) {
            throw new IllegalArgumentException("a cohort is 1 to 14, not " + cohort);
        }
    }

    /** Without label and version, and with the usual limits except for one. */
    public NodeSettings(
            String cluster,
            AlgorithmSelection algorithms,
            Timing timing,
            String address,
            int cohort,
            int maxIdleNames) {
        this(cluster, algorithms, timing, address, "", "", cohort, NodeLimits.NORMAL.withMaxIdleNames(maxIdleNames));
    }

    /** The same with another address. */
    public NodeSettings withAddress(String place) {
        return new NodeSettings(cluster, algorithms, timing, place, label, version, cohort, limits);
    }

    /** The same with another label. */
    public NodeSettings withLabel(String name) {
        return new NodeSettings(cluster, algorithms, timing, address, name, version, cohort, limits);
    }

    /** The same with other limits. */
    public NodeSettings withLimits(NodeLimits others) {
        return new NodeSettings(cluster, algorithms, timing, address, label, version, cohort, others);
    }

    /**
     * The same with the algorithms and the timing of the cluster that this state describes.
     *
     * @throws IllegalArgumentException if a node of this version cannot use them, or does not understand them
     */
    public NodeSettings withSettingsOf(ClusterState clusterState) {
        String spoken = clusterState.protocol();
        if (!spoken.startsWith(PROTOCOL)) {
            throw new IllegalArgumentException("protocol: here " + PROTOCOL.strip() + ", in the registry " + spoken);
        }
        return new NodeSettings(
                cluster,
                AlgorithmSelection.parse(spoken.substring(PROTOCOL.length())),
                new Timing(nanos(clusterState.leaseMillis()), clusterState.driftPpm()),
                address,
                label,
                version,
                cohort,
                limits);
    }

    /** The protocol and the algorithms, as the registry has them. */
    public String protocol() {
        return PROTOCOL + algorithms;
    }

    public long leaseMillis() {
        return timing.leaseNanos() / MILLION;
    }

    /** At most what fits into a long: no lease lasts that long. */
    private static long nanos(long millis) {
        return Math.min(millis, Long.MAX_VALUE / MILLION) * MILLION;
    }

    /** How these settings differ from those in a registry, if they do. A node that joined all the same would not be safe. */
    public Optional<String> differsFrom(ClusterState clusterState) {
        List<String> differences = new ArrayList<>();
        compare(differences, "cluster", cluster, clusterState.cluster());
        compare(differences, "protocol and algorithms", protocol(), clusterState.protocol());
        compare(differences, "lease in milliseconds", leaseMillis(), clusterState.leaseMillis());
        compare(differences, "greatest clock drift in ppm", timing.driftPpm(), clusterState.driftPpm());
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }

    /** Whether a node with these settings may give them to the cluster once all its nodes are gone. */
    public boolean mayReplaceThoseOf(ClusterState clusterState) {
        return cluster.equals(clusterState.cluster())
                && timing.expiryWaitNanosIn(clusterState).isPresent();
    }

    private static void compare(List<String> differences, String what, Object mine, Object theirs) {
        if (!mine.toString().equals(theirs.toString())) {
            differences.add(what + ": here " + mine + ", in the registry " + theirs);
        }
    }
}
