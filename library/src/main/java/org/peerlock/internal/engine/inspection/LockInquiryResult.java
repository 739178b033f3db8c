package org.peerlock.internal.engine.inspection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.LockStatus;
import org.peerlock.internal.protocol.Packet;

/**
 * The result of a {@link LockInquiry}. The members reply one after the other, not at one moment:
 * while a lock passes from one to another, both may report it, or none.
 *
 * @param members all members that were asked, and their addresses
 * @param labels their labels, as far as they are known
 * @param answers the replies
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
     * The node that asked.
     *
     * @param grants whether it can grant locks now
     */
    public record Requester(Incarnation me, boolean grants) {}

    /** The lock's status at all members that know it. */
    public SortedMap<Incarnation, LockStatus> statuses() {
        SortedMap<Incarnation, LockStatus> statuses = new TreeMap<>();
        answers.forEach((node, lockReply) -> {
            LockStatus lockStatus = lockReply.status();
            if (lockStatus != null) {
                statuses.put(node, lockStatus);
            }
        });
        return statuses;
    }

    /**
     * The kind of lock; null if no member knows it. If members disagree, the kind of one that has
     * the lock counts.
     */
    public @Nullable Capacity capacity() {
        List<LockStatus> known = new ArrayList<>(statuses().values());
        known.sort((one, other) -> Boolean.compare(other.inside(), one.inside()));
        return known.isEmpty() ? null : known.get(0).capacity();
    }

    /**
     * The id of the algorithm that decides about a lock of this kind; empty if no member that knows
     * the lock is in a view now.
     */
    public String algorithm(Capacity capacity) {
        return statuses().values().stream()
                .filter(status -> status.capacity().equals(capacity))
                .map(LockStatus::algorithm)
                .filter(algorithm -> !algorithm.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The label of a node; empty if it is not known. */
    public String label(Incarnation node) {
        Packet.LockReply lockReply = answers.get(node);
        return lockReply == null ? labels.getOrDefault(node, "") : lockReply.label();
    }
}
