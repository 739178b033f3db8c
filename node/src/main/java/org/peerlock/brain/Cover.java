package org.peerlock.brain;

import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.registry.Registry;

/**
 * Who has to go so that all who stay can reach each other. Everybody computes the same from the accusations in the cell: as
 * long as a link is broken, the one with the most broken links goes; of several, the one that joined last.
 */
final class Cover {

    private Cover() {}

    static SortedSet<Incarnation> of(Registry registry) {
        SortedMap<Incarnation, SortedSet<Incarnation>> broken = broken(registry);
        SortedSet<Incarnation> leaving = new TreeSet<>();
        while (true) {
            Incarnation worst = broken.keySet().stream()
                    .max(Comparator.<Incarnation>comparingInt(
                                    id -> neighbours(broken, id).size())
                            .thenComparingLong(id -> joined(registry, id)))
                    .orElse(null);
            if (worst == null || neighbours(broken, worst).isEmpty()) {
                return leaving;
            }
            leaving.add(worst);
            broken.remove(worst);
            broken.values().forEach(links -> links.remove(worst));
        }
    }

    private static long joined(Registry registry, Incarnation id) {
        Member member = registry.members().get(id);
        return member == null ? 0 : member.joined();
    }

    private static SortedSet<Incarnation> neighbours(
            SortedMap<Incarnation, SortedSet<Incarnation>> broken, Incarnation id) {
        return broken.getOrDefault(id, new TreeSet<>());
    }

    /** For each registered node those to whom the link is broken: one accusation is enough, whoever makes it. */
    private static SortedMap<Incarnation, SortedSet<Incarnation>> broken(Registry registry) {
        SortedMap<Incarnation, SortedSet<Incarnation>> broken = new TreeMap<>();
        registry.members().forEach((id, member) -> {
            for (Incarnation other : member.unreachable()) {
                if (registry.members().containsKey(other) && !other.equals(id)) {
                    broken.computeIfAbsent(id, any -> new TreeSet<>()).add(other);
                    broken.computeIfAbsent(other, any -> new TreeSet<>()).add(id);
                }
            }
        });
        return broken;
    }
}
