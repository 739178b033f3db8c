package org.peerlock.internal.engine.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;

/**
 * The settings of a node. All nodes of a cluster must agree on its name and the algorithms: these are in the registry, and a node
 * that differs is refused while another one is alive. The timing may differ from node to node.
 *
 * @param cluster its name
 * @param protocols the versions of the protocol that this node speaks
 * @param algorithms decide which node has a lock
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
        Timing timing,
        Endpoint endpoint,
        String label,
        String version,
        int cohort,
        NodeLimits limits,
        long outageMillis) {

    /** What a user can do about {@linkplain #differsFrom differences}. */
    public static final String REMEDY =
            "Use the same settings in all processes; to change them, stop all processes of the cluster first";

    public NodeSettings {
        if (cohort < 1 || cohort > 14) {
            throw new IllegalArgumentException("a cohort is 1 to 14, not " + cohort);
        }
    }

    /** With the protocols of this version of the library; members do not outlive an outage of the registry. */
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
                cluster, protocols, algorithms, timing, other, label, version, cohort, limits, outageMillis);
    }

    /** The same with another label. */
    public NodeSettings withLabel(String name) {
        return new NodeSettings(
                cluster, protocols, algorithms, timing, endpoint, name, version, cohort, limits, outageMillis);
    }

    /** The same with other limits. */
    public NodeSettings withLimits(NodeLimits others) {
        return new NodeSettings(
                cluster, protocols, algorithms, timing, endpoint, label, version, cohort, others, outageMillis);
    }

    /** The same with other protocols. */
    public NodeSettings withProtocols(ProtocolRange others) {
        return new NodeSettings(
                cluster, others, algorithms, timing, endpoint, label, version, cohort, limits, outageMillis);
    }

    /** The same, but members outlive an outage of the registry of this length. */
    public NodeSettings withOutage(long millis) {
        return new NodeSettings(
                cluster, protocols, algorithms, timing, endpoint, label, version, cohort, limits, millis);
    }

    /**
     * The same with the algorithms of the cluster that this state describes, and with the longest lease of its nodes, if it has
     * any.
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

    private String otherProtocol(int spoken) {
        return "protocol: here " + protocols + ", in the registry " + spoken;
    }

    /** How these settings differ from those in a registry, if they do. A node that joined all the same would not be safe. */
    public Optional<String> differsFrom(ClusterState clusterState) {
        List<String> differences = new ArrayList<>();
        compare(differences, "cluster", cluster, clusterState.cluster());
        ClusterSettings own = forNewCluster();
        ClusterSettings theirs = clusterState.settings();
        if (!protocols.contains(theirs.protocol())) {
            differences.add(otherProtocol(theirs.protocol()));
        }
        compare(differences, "algorithms", own.algorithms(), theirs.algorithms());
        compare(differences, "outage to outlive in milliseconds", own.outageMillis(), theirs.outageMillis());
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
