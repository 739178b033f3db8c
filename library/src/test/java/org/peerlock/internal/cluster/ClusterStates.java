package org.peerlock.internal.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Registries for tests, made by commands as all are. */
final class ClusterStates {

    static final Incarnation A = new Incarnation(1, 1);
    static final Incarnation B = new Incarnation(1, 2);
    static final Incarnation C = new Incarnation(-1, 3);

    static final LeaseTerms LEASE = new LeaseTerms(6_000, 10_000);

    private ClusterStates() {}

    static ClusterState empty() {
        return ClusterState.create(
                new Incarnation(7, 7),
                RegistrySecret.WITHHELD,
                "orders",
                new ClusterSettings(1, "naimi-trehel"),
                100,
                null);
    }

    /** A view of these, made one after the other. */
    static ClusterState of(Incarnation... ids) {
        ClusterState clusterState = after(empty(), joins(ids));
        return after(clusterState, propose(false), new RegistryCommand.Install(clusterState.maxEpoch() + 1));
    }

    /** The outcome of commands. None of them may be refused. */
    static ClusterState after(ClusterState clusterState, RegistryCommand... commands) {
        ClusterState reached = clusterState;
        for (RegistryCommand registryCommand : commands) {
            reached =
                    reached.apply(registryCommand).orElseThrow(() -> new AssertionError("refused: " + registryCommand));
        }
        return reached;
    }

    static MemberRecord record(ClusterState clusterState, Incarnation id) {
        return Objects.requireNonNull(clusterState.members().get(id));
    }

    private static RegistryCommand[] joins(Incarnation... ids) {
        return List.of(ids).stream().map(ClusterStates::join).toArray(RegistryCommand[]::new);
    }

    static RegistryCommand.Join join(Incarnation id) {
        return new RegistryCommand.Join(
                id, Endpoint.plain("10.0.0." + id.low() + ":7000"), ProtocolRange.OF_LIBRARY, LEASE, 0);
    }

    static RegistryCommand renew(Incarnation id, Incarnation... unreachable) {
        return new RegistryCommand.Renew(id, new TreeSet<>(List.of(unreachable)));
    }

    static RegistryCommand propose(boolean bump) {
        return new RegistryCommand.Propose(new TreeMap<>(), bump);
    }

    /** Drops these with the stamps that they have. */
    static RegistryCommand drop(ClusterState clusterState, Incarnation... ids) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        for (Incarnation id : ids) {
            drops.put(id, record(clusterState, id).stamp());
        }
        return new RegistryCommand.Propose(drops, false);
    }

    /** Any command: most make sense, many come too late. */
    static RegistryCommand draw(ClusterState clusterState, List<Incarnation> ids, Random random) {
        Incarnation id = ids.get(random.nextInt(ids.size()));
        switch (random.nextInt(7)) {
            case 6:
                SortedMap<Incarnation, Long> all = new TreeMap<>();
                clusterState.members().forEach((member, memberRecord) -> all.put(member, memberRecord.stamp()));
                return new RegistryCommand.ReplaceSettings(
                        new ClusterSettings(1, random.nextBoolean() ? "naimi-trehel" : "maekawa"),
                        all,
                        new RegistryCommand.Join(id, Endpoint.plain("somewhere"), ProtocolRange.OF_LIBRARY, LEASE, 0));
            case 0:
                String asked =
                        random.nextInt(3) == 0 ? null : random.nextBoolean() ? "naimi-trehel" : "lam\u00e9\"port";
                return new RegistryCommand.Join(id, endpoint(random), ProtocolRange.OF_LIBRARY, LEASE, 0, asked);
            case 1:
                return new RegistryCommand.Renew(id, some(ids, random));
            case 2:
                return new RegistryCommand.Leave(id);
            case 3:
            case 4:
                SortedMap<Incarnation, Long> drops = new TreeMap<>();
                for (Incarnation dropped :
                        some(new ArrayList<>(clusterState.members().keySet()), random)) {
                    long stamp = record(clusterState, dropped).stamp();
                    drops.put(dropped, random.nextInt(10) == 0 ? stamp - 1 : stamp);
                }
                return new RegistryCommand.Propose(drops, random.nextBoolean());
            default:
                return new RegistryCommand.Install(clusterState.maxEpoch() - random.nextInt(10) / 9);
        }
    }

    private static Endpoint endpoint(Random random) {
        List<String> certificates = List.of(Endpoint.NONE, Endpoint.AUTHORITY, "0123456789abcdef".repeat(4));
        return new Endpoint("host-" + random.nextInt(10), certificates.get(random.nextInt(certificates.size())));
    }

    private static SortedSet<Incarnation> some(List<Incarnation> ids, Random random) {
        SortedSet<Incarnation> some = new TreeSet<>();
        for (Incarnation id : ids) {
            if (random.nextInt(4) == 0) {
                some.add(id);
            }
        }
        return some;
    }
}
