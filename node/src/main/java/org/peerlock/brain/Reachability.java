package org.peerlock.brain;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.brain.registry.Incarnation;

/**
 * Who answers. A node whose lease is alive and who cannot be reached would hold up everybody for ever: nobody may drop it,
 * and nothing that needs it goes on. So each asks all others again and again, and accuses who does not answer.
 */
final class Reachability {

    private final Timing timing;
    /** When each node was last heard to answer, or first asked. */
    private final SortedMap<Incarnation, Long> heard = new TreeMap<>();

    private final SortedSet<Incarnation> answered = new TreeSet<>();
    private long asked;

    Reachability(Timing timing, long now) {
        this.timing = timing;
        asked = now - timing.repetition();
    }

    /** Asks all these nodes, if it is time to. */
    void ask(long now, SortedSet<Incarnation> others, Outside outside) {
        if (now - asked < timing.repetition()) {
            return;
        }
        boolean stoodStill = now - asked > timing.confirmation();
        asked = now;
        heard.keySet().retainAll(others);
        answered.retainAll(others);
        for (Incarnation other : others) {
            if (stoodStill || !heard.containsKey(other)) {
                heard.put(other, now);
            }
            outside.send(other, new Packet.Probe(now));
        }
    }

    void answered(long now, Incarnation by) {
        if (heard.containsKey(by)) {
            heard.put(by, now);
            answered.add(by);
        }
    }

    /** Whether a node has answered lately. */
    boolean reached(Incarnation other, long now) {
        Long last = heard.get(other);
        return last != null && answered.contains(other) && now - last < timing.confirmation();
    }

    /** Those who have not answered for too long. */
    SortedSet<Incarnation> unreachable(long now) {
        SortedSet<Incarnation> unreachable = new TreeSet<>();
        heard.forEach((other, last) -> {
            if (now - last >= timing.patience()) {
                unreachable.add(other);
            }
        });
        return unreachable;
    }
}
