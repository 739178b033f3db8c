package org.peerlock.internal.engine.membership;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
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

    /** What this node knows of its link to another one. */
    private static final class Link {
        private long probedAt;
        /** When the other node last answered, or was first probed. */
        private long heardAt;

        private Packet.@Nullable ProbeReply reply;

        private boolean isAnswered() {
            return reply != null && heardAt - probedAt >= 0;
        }
    }

    private final Timing timing;
    private final SortedMap<Incarnation, Link> links = new TreeMap<>();
    /** When this node last looked whether probes are due. */
    private long lookedAt;

    PeerProbes(Timing timing, long now) {
        this.timing = timing;
        lookedAt = now;
    }

    /**
     * Probes those of these nodes, which are all there are, whose turn it is: a new one now, and one that does not answer sooner
     * again than the others.
     *
     * @param asksPledge whether the probes ask for a pledge
     */
    void probe(long now, SortedSet<Incarnation> others, boolean asksPledge, EngineEffects effects) {
        boolean stoodStill = now - lookedAt > timing.confirmationNanos();
        lookedAt = now;
        links.keySet().retainAll(others);
        for (Incarnation other : others) {
            Link link = links.get(other);
            boolean isNew = link == null;
            if (link == null) {
                link = new Link();
                links.put(other, link);
            }
            if (isNew || stoodStill) {
                link.heardAt = now;
            }
            if (isNew || now - link.probedAt >= intervalNanos(link)) {
                link.probedAt = now;
                effects.send(other, new Packet.Probe(now, asksPledge));
            }
        }
    }

    private long intervalNanos(Link link) {
        return link.isAnswered() ? timing.renewalIntervalNanos() : timing.resendIntervalNanos();
    }

    void onReply(long now, Incarnation from, Packet.ProbeReply reply) {
        Link link = links.get(from);
        if (link != null) {
            link.heardAt = now;
            link.reply = reply;
        }
    }

    /** Whether a node has answered lately. */
    boolean isReachable(Incarnation other, long now) {
        Link link = links.get(other);
        return link != null && link.reply != null && now - link.heardAt < timing.confirmationNanos();
    }

    /** The registered nodes that have not answered for too long. */
    SortedSet<Incarnation> unreachable(long now, SortedMap<Incarnation, MemberRecord> registered) {
        SortedSet<Incarnation> unreachable = new TreeSet<>();
        links.forEach((other, link) -> {
            MemberRecord memberRecord = registered.get(other);
            if (memberRecord != null && now - link.heardAt >= timing.unreachableTimeoutNanos(memberRecord.lease())) {
                unreachable.add(other);
            }
        });
        return unreachable;
    }

    /** For how long a node has not answered, or has been probed without an answer. */
    long silentNanos(Incarnation other, long now) {
        Link link = links.get(other);
        return link == null ? 0 : now - link.heardAt;
    }

    /** A node's label; empty if it has not answered yet. */
    String label(Incarnation other) {
        return reply(other).map(Packet.ProbeReply::label).orElse("");
    }

    /** The version of the library at a node; empty if it has not answered yet. */
    String version(Incarnation other) {
        return reply(other).map(Packet.ProbeReply::version).orElse("");
    }

    private Optional<Packet.ProbeReply> reply(Incarnation other) {
        return Optional.ofNullable(links.get(other)).map(link -> link.reply);
    }
}
