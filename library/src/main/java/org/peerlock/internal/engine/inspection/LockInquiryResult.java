package org.peerlock.internal.engine.inspection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/**
 * What came of a {@link LockInquiry}. The members have answered one after the other, not at one moment: while a lock passes from
 * one to another, it may be seen at both, or at none.
 *
 * @param members all that were asked, and where they are reached
 * @param labels what they are called, as far as that is known
 * @param answers of those that have answered
 */
public record LockInquiryResult(
        String lock,
        Requester requester,
        SortedMap<Incarnation, String> members,
        SortedMap<Incarnation, String> labels,
        SortedMap<Incarnation, Packet.LockReply> answers) {

    public LockInquiryResult {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
    }

    /**
     * The node that has asked.
     *
     * @param algorithms decide about all locks
     * @param grants whether it may let anybody in at all now
     */
    public record Requester(Incarnation me, AlgorithmSelection algorithms, boolean grants) {}

    /** How the lock stands where it is known. */
    public SortedMap<Incarnation, LockStatus> statuses() {
        SortedMap<Incarnation, LockStatus> standings = new TreeMap<>();
        answers.forEach((node, lockReply) -> {
            LockStatus lockStatus = lockReply.status();
            if (lockStatus != null) {
                standings.put(node, lockStatus);
            }
        });
        return standings;
    }

    /** What kind of lock it is; null if nobody knows it. Where nodes disagree, that of somebody who has it counts. */
    public @Nullable Capacity capacity() {
        List<LockStatus> known = new ArrayList<>(statuses().values());
        known.sort((one, other) -> Boolean.compare(other.inside(), one.inside()));
        return known.isEmpty() ? null : known.get(0).capacity();
    }

    /** What a node is called; empty if it has never told. */
    public String label(Incarnation node) {
        Packet.LockReply lockReply = answers.get(node);
        return lockReply == null ? labels.getOrDefault(node, "") : lockReply.label();
    }
}
