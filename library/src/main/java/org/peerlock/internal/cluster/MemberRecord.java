package org.peerlock.internal.cluster;

import java.util.SortedSet;

/**
 * The record of a registered node: of a member, or of a node that waits to become one.
 *
 * @param address where its peers reach it
 * @param joined the registry's revision when it joined
 * @param stamp the registry's revision when it last renewed, or joined; no two records ever have the same one
 * @param unreachable the nodes that it could not reach then
 */
public record MemberRecord(String address, long joined, long stamp, SortedSet<Incarnation> unreachable) {

    public MemberRecord {
        unreachable = SortedCopies.copy(unreachable);
        if (joined < 1 || stamp < joined) {
            throw new IllegalArgumentException("joined at " + joined + ", stamped at " + stamp);
        }
    }
}
