package org.peerlock.internal.protocol;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistrySecret;

/** A message between nodes. It may be lost, late, duplicated or reordered; {@code ReliableLinks} makes {@link Data} reliable. */
public sealed interface Packet {

    /**
     * The new content of the registry, sent by the node that has written it, so that the others need not poll. It does not
     * contain the registry's secret.
     */
    record StateUpdate(ClusterState state) implements Packet {

        public StateUpdate {
            state = state.withSecret(RegistrySecret.WITHHELD);
        }
    }

    /**
     * Asks the receiver to renew the sender's lease, in its own next write to the registry.
     *
     * @param number greater than that of every request before
     * @param unreachable the nodes that the sender cannot reach
     */
    record RenewalRequest(long number, SortedSet<Incarnation> unreachable) implements Packet {

        public RenewalRequest {
            unreachable = Collections.unmodifiableSortedSet(new TreeSet<>(unreachable));
        }
    }

    /**
     * The renewal that was requested with this number is in the registry, certainly. This is the content that was written,
     * without the registry's secret.
     */
    record RenewalConfirmation(long number, ClusterState state) implements Packet {

        public RenewalConfirmation {
            state = state.withSecret(RegistrySecret.WITHHELD);
        }
    }

    /** Concerns the reports for a view. */
    sealed interface Report extends Packet {

        /** The epoch of the view. */
        long epoch();
    }

    /**
     * A part of a survivor's report. The survivor divides its report once; all nodes keep and forward the same parts.
     *
     * @param part its number, from 0
     * @param parts how many the report has: all of them are the report
     */
    record ReportPart(long epoch, Incarnation survivor, int part, int parts, SortedMap<String, HeldLock> holds)
            implements Report {

        /** More than any report has. */
        public static final int MAX_PARTS = 1 << 20;

        public ReportPart {
            holds = Collections.unmodifiableSortedMap(new TreeMap<>(holds));
        }
    }

    /**
     * The survivors whose reports the sender has completely. A receiver that lacks one of them asks for it.
     *
     * @param answer whether it answers the summary of a node that has fewer. It is not answered itself
     */
    record ReportSummary(long epoch, SortedSet<Incarnation> survivors, boolean answer) implements Report {

        public ReportSummary {
            survivors = Collections.unmodifiableSortedSet(new TreeSet<>(survivors));
        }
    }

    /** Asks for this many parts of a report, from one on, as far as the receiver has them. */
    record ReportRequest(long epoch, Incarnation survivor, int part, int count) implements Report {}

    /**
     * Asks whether the receiver is reachable.
     *
     * @param asksPledge whether it also asks the receiver to pledge that it will not propose to evict the sender for a while
     */
    record Probe(long number, boolean asksPledge) implements Packet {

        /** Without a request for a pledge. */
        public Probe(long number) {
            this(number, false);
        }
    }

    /** For how long a node will not propose to evict another one. */
    enum Pledge {
        /** It does not say. */
        NONE,
        /** For as long as the other one's lease may last. */
        FOR_A_LEASE,
        /** The node has left: it holds nothing, and its record may be removed. It never proposes again. */
        FOR_EVER
    }

    /**
     * The answer to a {@link Probe}, with the sender's label and the version of its library.
     *
     * @param pledge the answer to the request for a pledge, if the probe has one
     */
    record ProbeReply(long number, String label, String version, Pledge pledge) implements Packet {

        /** Without a pledge. */
        public ProbeReply(long number, String label, String version) {
            this(number, label, version, Pledge.NONE);
        }
    }

    /**
     * A message of an algorithm.
     *
     * @param epoch of the view in which it was sent; it means nothing in another
     * @param number counts the messages from this sender to this receiver in the view, from 1
     * @param received how many messages of the receiver have arrived at the sender without a gap
     * @param lock the name of the lock that it concerns
     * @param capacity the kind of lock, as the sender uses it
     * @param algorithm the id of the algorithm. The receiver may not know the view yet, and so not which one decides in it
     */
    record Data(
            long epoch, long number, long received, String lock, Capacity capacity, String algorithm, Object message)
            implements Packet {}

    /** The sender uses this lock as another kind than the receiver, and has ignored its message. */
    record KindConflict(long epoch, String lock, Capacity capacity) implements Packet {}

    /** A question to all members, for monitoring. */
    sealed interface Question extends Packet {

        /** Identifies the question among those of its sender. */
        long number();
    }

    /** The answer of one member. */
    sealed interface Reply extends Packet {

        /** The number of the question. */
        long number();
    }

    /** Asks for the status of a lock. */
    record LockQuery(long number, String lock) implements Question {}

    /**
     * The status of a lock at the sender.
     *
     * @param label of the sender
     * @param status null if the lock is not known there
     */
    record LockReply(long number, String label, @Nullable LockStatus status) implements Reply {}

    /** Asks which locks the receiver uses. */
    record UsageQuery(long number) implements Question {}

    /** The locks that the sender uses most, at most 1000. */
    record UsageReply(long number, List<NodeOverview.KnownLock> locks) implements Reply {

        public UsageReply {
            locks = List.copyOf(locks);
        }
    }

    /** How many messages have arrived without a gap. */
    record Ack(long epoch, long received) implements Packet {}
}
