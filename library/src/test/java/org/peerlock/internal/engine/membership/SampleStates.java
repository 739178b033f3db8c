package org.peerlock.internal.engine.membership;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;

/** Contents of a registry, for tests. */
public final class SampleStates {

    private SampleStates() {}

    public static Incarnation id(int number) {
        return new Incarnation(0, number);
    }

    static SortedSet<Incarnation> ids(int... numbers) {
        SortedSet<Incarnation> ids = new TreeSet<>();
        for (int number : numbers) {
            ids.add(id(number));
        }
        return ids;
    }

    /** The usual one. */
    public static final LeaseTerms LEASE = new LeaseTerms(6_000, 10_000);

    /** There are no members, and these nodes have joined in this order. */
    public static ClusterState joined(int... numbers) {
        ClusterState clusterState = ClusterState.create(
                id(99), RegistrySecret.WITHHELD, "cluster", new ClusterSettings(1, "ricart-agrawala"), 1, null);
        for (int number : numbers) {
            clusterState = apply(
                    clusterState,
                    new RegistryCommand.Join(
                            id(number), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0));
        }
        return clusterState;
    }

    static ClusterState apply(ClusterState clusterState, RegistryCommand... commands) {
        ClusterState after = clusterState;
        for (RegistryCommand registryCommand : List.of(commands)) {
            after = after.apply(registryCommand).orElseThrow();
        }
        return after;
    }

    static ClusterState renewed(ClusterState clusterState, int number, int... unreachable) {
        return apply(clusterState, new RegistryCommand.Renew(id(number), ids(unreachable)));
    }
}
