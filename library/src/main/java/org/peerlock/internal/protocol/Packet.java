package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;

/** What nodes tell each other. All may be lost, late, doubled or overtaken; {@code ReliableLinks} makes {@link Data} whole again. */
public sealed interface Packet {

    /** What the cell holds now: sent by the one who has changed it, so that nobody has to watch the cell. */
    record StateUpdate(ClusterState state) implements Packet {}

    /** All reports for a view that the sender has; whoever has more answers with those. */
    record HoldReports(long epoch, SortedMap<Incarnation, HoldReport> reports) implements Packet {

        public HoldReports {
            reports = Collections.unmodifiableSortedMap(new TreeMap<>(reports));
        }
    }

    /** Are you there? */
    record Probe(long number) implements Packet {}

    /** I am, that is what I am called, and that is the version of the library here. */
    record ProbeReply(long number, String label, String version) implements Packet {}

    /**
     * A message of an algorithm.
     *
     * @param epoch of the view in which it was sent; it means nothing in another
     * @param number counts the messages from this sender to this receiver in the view, from 1
     * @param received how many of the other's have arrived here without a gap
     * @param lock to which of all locks it belongs
     * @param capacity what kind of lock the sender takes it for
     */
    record Data(long epoch, long number, long received, String lock, Capacity capacity, Object message)
            implements Packet {}

    /** I take this lock for another kind than you do, and have not looked at your message. */
    record KindConflict(long epoch, String lock, Capacity capacity) implements Packet {}

    /** Something that is asked of all members for somebody who looks on. */
    sealed interface Question extends Packet {

        /** Tells it from all others of the one who asks. */
        long number();
    }

    /** What one of them says to it. */
    sealed interface Reply extends Packet {

        /** That of the question. */
        long number();
    }

    /** How does this lock stand with you? */
    record LockQuery(long number, String lock) implements Question {}

    /**
     * That is how.
     *
     * @param label what the node is called
     * @param status null if the lock is not known there
     */
    record LockReply(long number, String label, @Nullable LockStatus status) implements Reply {}

    /** Which locks do you use? */
    record UsageQuery(long number) implements Question {}

    /** These, and so much; more than 1000 are not told. */
    record UsageReply(long number, List<NodeOverview.KnownLock> locks) implements Reply {

        public UsageReply {
            locks = List.copyOf(locks);
        }
    }

    /** How many messages have arrived without a gap. */
    record Ack(long epoch, long received) implements Packet {}
}
