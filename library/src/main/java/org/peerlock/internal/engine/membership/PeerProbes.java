package org.peerlock.internal.engine.membership;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * Who answers. A node whose lease is alive and who cannot be reached would hold up everybody for ever: nobody may drop it,
 * and nothing that needs it goes on. So each asks all others again and again, and accuses who does not answer.
 */
final class PeerProbes {

    private final Timing timing;
    /** When each node was last heard to answer, or first asked. */
    private final SortedMap<Incarnation, Long> heard = new TreeMap<>();

    private final SortedSet<Incarnation> onReply = new TreeSet<>();
    private long asked;

    PeerProbes(Timing timing, long now) {
        this.timing = timing;
        asked = now - timing.resendIntervalNanos();
    }

    /** Asks all these nodes, if it is time to. */
    void probe(long now, SortedSet<Incarnation> others, EngineEffects effects) {
        if (now - asked < timing.resendIntervalNanos()) {
            return;
        }
        boolean stoodStill = now - asked > timing.confirmationNanos();
        asked = now;
        heard.keySet().retainAll(others);
        onReply.retainAll(others);
        for (Incarnation other : others) {
            if (stoodStill || !heard.containsKey(other)) {
                heard.put(other, now);
            }
            effects.send(other, new Packet.Probe(now));
        }
    }

    void onReply(long now, Incarnation by) {
        if (heard.containsKey(by)) {
            heard.put(by, now);
            onReply.add(by);
        }
    }

    /** Whether a node has answered lately. */
    boolean isReachable(Incarnation other, long now) {
        Long last = heard.get(other);
        return last != null && onReply.contains(other) && now - last < timing.confirmationNanos();
    }

    /** Those who have not answered for too long. */
    SortedSet<Incarnation> unreachable(long now) {
        SortedSet<Incarnation> unreachable = new TreeSet<>();
        heard.forEach((other, last) -> {
            if (now - last >= timing.unreachableTimeoutNanos()) {
                unreachable.add(other);
            }
        });
        return unreachable;
    }
}
