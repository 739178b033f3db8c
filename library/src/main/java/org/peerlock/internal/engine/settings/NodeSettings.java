package org.peerlock.internal.engine.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.text.DurationText;

/**
 * The settings of a node. All nodes of a cluster must agree on its name and speak its protocol: a node that differs is refused
 * while another one is alive. The timing may differ from node to node, and so may the algorithms: those of the cluster count.
 *
 * @param cluster its name
 * @param protocols the versions of the protocol that this node speaks
 * @param algorithms decide which node has a lock, if this node creates the registry
 * @param asksForThem whether it asks a cluster for these algorithms; otherwise it takes whatever the cluster has
 * @param timing the times
 * @param endpoint where the other nodes reach this one
 * @param cohort how many grants a node makes at most once another one wants the lock, the current one included: with 1 the
 *     nodes take turns, more needs fewer messages
 * @param label names this node in monitoring
 * @param version of the library, for monitoring
 * @param limits how much this node keeps and sends
 * @param outageMillis how long an outage of the registry the members outlive, as in {@link ClusterSettings}
 */
public record NodeSettings(
        String cluster,
        ProtocolRange protocols,
        AlgorithmSelection algorithms,
        boolean asksForThem,
        Timing timing,
        Endpoint endpoint,
        String label,
        String version,
        int cohort,
        NodeLimits limits,
        long outageMillis) {

    /** What a user can do about {@linkplain #differsFrom differences}. */
    public static final String REMEDY =
            "Use the registry of this cluster, and a version of the library that fits, in all processes; or stop all"
                    + " processes of the cluster first";

    public NodeSettings {
        if (cohort < 1 || cohort > 14) {
            throw new IllegalArgumentException("a cohort is 1 to 14, not " + cohort);
        }
    }

    /** With the protocols of this version of the library. It asks for its algorithms, and does not outlive an outage. */
    public NodeSettings(
            String cluster,
            AlgorithmSelection algorithms,
            Timing timing,
            String address,
            String label,
            String version,
            int cohort,
            NodeLimits limits) {
        this(
                cluster,
                ProtocolRange.OF_LIBRARY,
                algorithms,
                true,
                timing,
                Endpoint.plain(address),
                label,
                version,
                cohort,
                limits,
                0);
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

    /** Where the other nodes reach this one, for messages. */
    public String address() {
        return endpoint.address();
    }

    /** The same with another endpoint. */
    public NodeSettings withEndpoint(Endpoint other) {
        return new NodeSettings(
                cluster,
                protocols,
                algorithms,
                asksForThem,
                timing,
                other,
                label,
                version,
                cohort,
                limits,
                outageMillis);
    }

    /** The same with another label. */
    public NodeSettings withLabel(String name) {
        return new NodeSettings(
                cluster,
                protocols,
                algorithms,
                asksForThem,
                timing,
                endpoint,
                name,
                version,
                cohort,
                limits,
                outageMillis);
    }

    /** The same with other limits. */
    public NodeSettings withLimits(NodeLimits others) {
        return new NodeSettings(
                cluster,
                protocols,
                algorithms,
                asksForThem,
                timing,
                endpoint,
                label,
                version,
                cohort,
                others,
                outageMillis);
    }

    /** The same with other protocols. */
    public NodeSettings withProtocols(ProtocolRange others) {
        return new NodeSettings(
                cluster,
                others,
                algorithms,
                asksForThem,
                timing,
                endpoint,
                label,
                version,
                cohort,
                limits,
                outageMillis);
    }

    /** The same, but it takes whatever algorithms the cluster has. Only if it creates the registry, it gives its own. */
    public NodeSettings withoutPreference() {
        return new NodeSettings(
                cluster, protocols, algorithms, false, timing, endpoint, label, version, cohort, limits, outageMillis);
    }

    /** The same, but members outlive an outage of the registry of this length. */
    public NodeSettings withOutage(long millis) {
        return new NodeSettings(
                cluster, protocols, algorithms, asksForThem, timing, endpoint, label, version, cohort, limits, millis);
    }

    /**
     * The same with the longest lease of the nodes of the cluster that this state describes, if it has any. It takes whatever
     * algorithms the cluster has; if the registry is lost, and this node creates a new one, it gives those of now.
     *
     * @throws IllegalArgumentException if a node of this version cannot use them, or does not understand them
     */
    public NodeSettings withSettingsOf(ClusterState clusterState) {
        if (!protocols.contains(clusterState.protocol())) {
            throw new IllegalArgumentException(otherProtocol(clusterState.protocol()));
        }
        return new NodeSettings(
                cluster,
                protocols,
                AlgorithmSelection.parse(clusterState.settings().algorithms()),
                false,
                clusterState.longestLease().map(Timing::of).orElse(timing),
                endpoint,
                label,
                version,
                cohort,
                limits,
                clusterState.settings().outageMillis());
    }

    /** The settings that this node gives to a cluster which has none yet. */
    public ClusterSettings forNewCluster() {
        return new ClusterSettings(protocols.max(), algorithms.toString(), outageMillis);
    }

    /** For how long this node may hold locks after its last renewal, at most. */
    public LeaseTerms longestHold() {
        return forNewCluster().longestHold(timing.terms());
    }

    /** The algorithms that this node asks for; null if it takes whatever the cluster has. */
    public @Nullable String askedAlgorithms() {
        return asksForThem ? algorithms.toString() : null;
    }

    private String otherProtocol(int spoken) {
        return "protocol: here " + protocols + ", in the registry " + spoken;
    }

    /**
     * How this node does not fit to the cluster in a registry, if so. A node that joined all the same would not be safe. It need not
     * ask for the algorithms of the cluster, but it must be able to run them.
     */
    public Optional<String> differsFrom(ClusterState clusterState) {
        List<String> differences = new ArrayList<>();
        compare(differences, "cluster", cluster, clusterState.cluster());
        ClusterSettings theirs = clusterState.settings();
        if (!protocols.contains(theirs.protocol())) {
            differences.add(otherProtocol(theirs.protocol()));
        }
        if (!AlgorithmSelection.isReadable(theirs.algorithms())) {
            differences.add("algorithms: in the registry " + theirs.algorithms() + ", which this version does not run");
        }
        compare(
                differences,
                "outage to outlive",
                DurationText.ofMillis(forNewCluster().outageMillis()),
                DurationText.ofMillis(theirs.outageMillis()));
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }

    /** Whether a node with these settings may give them to the cluster once all its nodes are gone, which it must notice. */
    public boolean mayReplaceThoseOf(ClusterState clusterState) {
        return cluster.equals(clusterState.cluster())
                && clusterState.members().values().stream()
                        .map(memberRecord -> clusterState.settings().longestHold(memberRecord.lease()))
                        .allMatch(longest -> timing.expiryWaitNanosFor(longest).isPresent());
    }

    private static void compare(List<String> differences, String what, Object mine, Object theirs) {
        if (!mine.toString().equals(theirs.toString())) {
            differences.add(what + ": here " + mine + ", in the registry " + theirs);
        }
    }
}
