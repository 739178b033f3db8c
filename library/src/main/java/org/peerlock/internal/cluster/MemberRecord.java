package org.peerlock.internal.cluster;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The record of a registered node: of a member, or of a node that waits to become one.
 *
 * @param endpoint where its peers reach it, and how they recognize it there
 * @param protocols the versions of the protocol that it speaks
 * @param lease for how long it may hold locks after a renewal
 * @param algorithms those that it asks for; null if it takes whatever the cluster has
 * @param joined the registry's revision when it joined
 * @param stamp the registry's revision when it last renewed, or joined; no two records ever have the same one
 * @param unreachable the nodes that it could not reach then
 * @param unknownLines what a later version of the library has added; kept as it is
 */
public record MemberRecord(
        Endpoint endpoint,
        ProtocolRange protocols,
        LeaseTerms lease,
        @Nullable String algorithms,
        long joined,
        long stamp,
        SortedSet<Incarnation> unreachable,
        List<String> unknownLines) {

    public MemberRecord {
        unreachable = SortedCopies.copy(unreachable);
        unknownLines = List.copyOf(unknownLines);
        if (joined < 1 || stamp < joined) {
            throw new IllegalArgumentException("joined at " + joined + ", stamped at " + stamp);
        }
    }

    /** Of a node that has just joined. */
    MemberRecord(
            Endpoint endpoint, ProtocolRange protocols, LeaseTerms lease, @Nullable String algorithms, long joined) {
        this(endpoint, protocols, lease, algorithms, joined, joined, new TreeSet<>(), List.of());
    }

    /** Where its peers reach it. */
    public String address() {
        return endpoint.address();
    }

    /** The same, renewed at a revision. */
    MemberRecord renewed(long revision, SortedSet<Incarnation> others) {
        return new MemberRecord(endpoint, protocols, lease, algorithms, joined, revision, others, unknownLines);
    }
}
