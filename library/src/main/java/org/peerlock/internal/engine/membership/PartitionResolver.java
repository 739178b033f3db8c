package org.peerlock.internal.engine.membership;

import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;

/**
 * Decides which members step down when links are broken, so that all that stay can reach each other. All members compute the
 * same from the reports in the registry: while a link is broken, the member with the most broken links goes; of several, the
 * one that joined last.
 */
final class PartitionResolver {

    private PartitionResolver() {}

    static SortedSet<Incarnation> membersToStepDown(ClusterState clusterState) {
        SortedMap<Incarnation, SortedSet<Incarnation>> broken = broken(clusterState);
        SortedSet<Incarnation> leaving = new TreeSet<>();
        while (true) {
            Incarnation worst = broken.keySet().stream()
                    .max(Comparator.<Incarnation>comparingInt(
                                    id -> neighbours(broken, id).size())
                            .thenComparingLong(id -> joined(clusterState, id)))
                    .orElse(null);
            if (worst == null || neighbours(broken, worst).isEmpty()) {
                return leaving;
            }
            leaving.add(worst);
            broken.remove(worst);
            broken.values().forEach(links -> links.remove(worst));
        }
    }

    private static long joined(ClusterState clusterState, Incarnation id) {
        MemberRecord memberRecord = clusterState.members().get(id);
        return memberRecord == null ? 0 : memberRecord.joined();
    }

    private static SortedSet<Incarnation> neighbours(
            SortedMap<Incarnation, SortedSet<Incarnation>> broken, Incarnation id) {
        return broken.getOrDefault(id, new TreeSet<>());
    }

    /** For each registered node the nodes to which its link is broken. The report of either end is enough. */
    private static SortedMap<Incarnation, SortedSet<Incarnation>> broken(ClusterState clusterState) {
        SortedMap<Incarnation, SortedSet<Incarnation>> broken = new TreeMap<>();
        clusterState.members().forEach((id, memberRecord) -> {
            for (Incarnation other : memberRecord.unreachable()) {
                if (clusterState.members().containsKey(other) && !other.equals(id)) {
                    broken.computeIfAbsent(id, any -> new TreeSet<>()).add(other);
                    broken.computeIfAbsent(other, any -> new TreeSet<>()).add(id);
                }
            }
        });
        return broken;
    }
}
