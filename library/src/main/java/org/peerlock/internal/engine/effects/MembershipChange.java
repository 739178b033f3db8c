package org.peerlock.internal.engine.effects;

import org.peerlock.internal.cluster.Incarnation;

/**
 * A node that has become a member, or is a member no longer. It is meant for logs: nothing is decided by it.
 *
 * @param label the node's label, which names its process; empty if this node has not learned it
 * @param cause why, as far as this node could see
 */
public record MembershipChange(Incarnation id, String label, Cause cause) {

    /** Why a node came or went. */
    public enum Cause {
        /** It has become a member. */
        JOINED("joined"),
        /** It left, or stepped down, of its own accord. */
        LEFT("left"),
        /** Its process is certainly dead. */
        DIED("died"),
        /** It did not renew its lease, and the others removed it. */
        EVICTED("evicted"),
        /** This node did not see why it went. */
        GONE("gone");

        private final String word;

        Cause(String word) {
            this.word = word;
        }

        /** For a reader: "node x joined", "left", "died", "evicted", "gone". */
        public String word() {
            return word;
        }
    }
}
