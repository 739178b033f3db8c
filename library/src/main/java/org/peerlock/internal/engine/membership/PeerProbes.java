package org.peerlock.internal.engine.membership;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/**
 * Probes all registered nodes, and knows which of them answer. A node that renews its lease but cannot be reached would hold up
 * everybody for ever: nobody may evict it, and nothing that needs it goes on. So every node probes all others, and reports
 * those that do not answer in its next renewal; see {@link PartitionResolver}.
 */
final class PeerProbes {

    private static final Packet.ProbeReply NO_REPLY = new Packet.ProbeReply(0, "", "");

    private final Timing timing;
    /** When each node last answered, or was first probed. */
    private final SortedMap<Incarnation, Long> heardAt = new TreeMap<>();
    /** The last answer of each node that has answered. */
    private final SortedMap<Incarnation, Packet.ProbeReply> replies = new TreeMap<>();

    /** The nodes that there were last. */
    private SortedSet<Incarnation> known = Collections.emptySortedSet();

    private long probedAt;

    PeerProbes(Timing timing, long now) {
        this.timing = timing;
        probedAt = now - timing.resendIntervalNanos();
    }

    /**
     * Probes these nodes, which are all there are: new ones now, the others if it is time to.
     *
     * @param asksPledge whether the probes ask for a pledge
     */
    void probe(long now, SortedSet<Incarnation> others, boolean asksPledge, EngineEffects effects) {
        boolean due = now - probedAt >= timing.resendIntervalNanos();
        boolean stoodStill = now - probedAt > timing.confirmationNanos();
        probedAt = due ? now : probedAt;
        if (!due && others.equals(known)) {
            return;
        }
        known = others;
        heardAt.keySet().retainAll(others);
        replies.keySet().retainAll(others);
        for (Incarnation other : others) {
            boolean isNew = !heardAt.containsKey(other);
            if (stoodStill || isNew) {
                heardAt.put(other, now);
            }
            if (due || isNew) {
                effects.send(other, new Packet.Probe(now, asksPledge));
            }
        }
    }

    void onReply(long now, Incarnation from, Packet.ProbeReply reply) {
        if (heardAt.containsKey(from)) {
            heardAt.put(from, now);
            replies.put(from, reply);
        }
    }

    /** Whether a node has answered lately. */
    boolean isReachable(Incarnation other, long now) {
        Long last = heardAt.get(other);
        return last != null && replies.containsKey(other) && now - last < timing.confirmationNanos();
    }

    /** The registered nodes that have not answered for too long. */
    SortedSet<Incarnation> unreachable(long now, SortedMap<Incarnation, MemberRecord> registered) {
        SortedSet<Incarnation> unreachable = new TreeSet<>();
        heardAt.forEach((other, last) -> {
            MemberRecord memberRecord = registered.get(other);
            if (memberRecord != null && now - last >= timing.unreachableTimeoutNanos(memberRecord.lease())) {
                unreachable.add(other);
            }
        });
        return unreachable;
    }

    /** For how long a node has not answered, or has been probed without an answer. */
    long silentNanos(Incarnation other, long now) {
        return now - heardAt.getOrDefault(other, now);
    }

    /** A node's label; empty if it has not answered yet. */
    String label(Incarnation other) {
        return replies.getOrDefault(other, NO_REPLY).label();
    }

    /** The version of the library at a node; empty if it has not answered yet. */
    String version(Incarnation other) {
        return replies.getOrDefault(other, NO_REPLY).version();
    }
}
