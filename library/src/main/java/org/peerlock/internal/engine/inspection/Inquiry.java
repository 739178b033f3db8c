package org.peerlock.internal.engine.inspection;

import java.util.SortedMap;
import java.util.TreeMap;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.Packet;

/**
 * A question to all members. Only the loop uses it. It ends when all have replied, or when the
 * caller stops waiting.
 *
 * @param <R> the type of the replies
 */
public abstract sealed class Inquiry<R extends Packet.Reply> permits ConflictInquiry, LockInquiry, UsageInquiry {

    private final Class<R> kind;
    /** All members that were asked, and their addresses. */
    final SortedMap<Incarnation, String> members = new TreeMap<>();
    /** Their labels, as far as they are known. */
    final SortedMap<Incarnation, String> labels = new TreeMap<>();

    final SortedMap<Incarnation, R> replies = new TreeMap<>();
    private boolean over;

    Inquiry(Class<R> kind) {
        this.kind = kind;
    }

    /** The question to send. */
    abstract Packet.Question question(long number);

    /** Reports the replies so far to the caller. */
    abstract void tell(LockInquiryResult.Requester requester);

    /** Records that a member is asked. */
    final void ask(Incarnation member, String address, String label) {
        members.put(member, address);
        labels.put(member, label);
    }

    /**
     * Records a reply. Ignores replies of nodes that were not asked or have replied, and replies to
     * other questions.
     */
    final void answer(Incarnation by, Packet.Reply reply) {
        if (members.containsKey(by) && kind.isInstance(reply) && !replies.containsKey(by)) {
            replies.put(by, kind.cast(reply));
            onReply(kind.cast(reply));
        }
    }

    /** A reply has been recorded. Called once for each member. */
    void onReply(R reply) {}

    /** Whether the replies so far are enough, although some members have not replied. */
    boolean isDecided() {
        return false;
    }

    final boolean complete() {
        return replies.size() == members.size() || isDecided();
    }

    /** Ends the inquiry; only the first call has an effect. */
    final void conclude(LockInquiryResult.Requester requester) {
        if (!over) {
            over = true;
            tell(requester);
        }
    }
}
