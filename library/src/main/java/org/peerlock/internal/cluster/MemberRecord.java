package org.peerlock.internal.cluster;

import java.util.SortedSet;

/**
 * The record of a node that is registered: of a member, or of one that waits to become one.
 *
 * @param address where its peers reach it
 * @param joined the cell's revision when it joined
 * @param stamp the cell's revision when it last renewed, or joined; no two records ever have the same
 * @param unreachable whom it cannot reach, as it said then
 */
public record MemberRecord(String address, long joined, long stamp, SortedSet<Incarnation> unreachable) {

    public MemberRecord {
        unreachable = SortedCopies.copy(unreachable);
        if (joined < 1 || stamp < joined) {
            throw new IllegalArgumentException("joined at " + joined + ", stamped at " + stamp);
        }
    }
}
