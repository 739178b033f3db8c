package org.peerlock.internal.engine.inspection;

import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.Packet;

/**
 * A question to all members. It is the loop's alone, and over when all have answered or nobody waits for the rest.
 *
 * @param <R> what they answer
 */
public abstract sealed class Inquiry<R extends Packet.Reply> permits ConflictInquiry, LockInquiry, UsageInquiry {

    private final Class<R> kind;
    /** All that were asked, and where they are reached. */
    final SortedMap<Incarnation, String> members = new TreeMap<>();
    /** What they are called, as far as that is known. */
    final SortedMap<Incarnation, String> labels = new TreeMap<>();

    final SortedMap<Incarnation, R> replies = new TreeMap<>();
    private boolean over;

    Inquiry(Class<R> kind) {
        this.kind = kind;
    }

    /** What to ask. */
    abstract Packet.Question question(long number);

    /** Tells who wanted to know what is known by now. */
    abstract void tell(LockInquiryResult.Requester requester);

    /** This one is asked, there; it is called so, if that is known. */
    final void ask(Incarnation member, String address, String label) {
        members.put(member, address);
        labels.put(member, label);
    }

    /** Nothing happens if it was not asked, or answers another question. */
    final void answer(Incarnation by, Packet.Reply reply) {
        if (members.containsKey(by) && kind.isInstance(reply)) {
            replies.put(by, kind.cast(reply));
        }
    }

    /** Whether the replies so far are enough, although some members have not replied. */
    boolean isDecided() {
        return false;
    }

    final boolean complete() {
        return replies.size() == members.size() || isDecided();
    }

    /** Nothing more is waited for. */
    final void conclude(LockInquiryResult.Requester requester) {
        if (!over) {
            over = true;
            tell(requester);
        }
    }
}
