package org.peerlock.registry.etcd;

import java.util.List;
import org.peerlock.registry.http.Json;

/**
 * An error that etcd replied.
 *
 * @param text as etcd says it: {@code etcdserver: no leader}
 * @param sentence for people; it says what to do
 */
record EtcdError(String text, String sentence, Kind kind) {

    enum Kind {
        /** This member has not done the request, and will not do it. Another one may. */
        MEMBER_REFUSES,
        /** No member does it. */
        CLUSTER_REFUSES,
        /** It may have been done, or will be. */
        DOUBTFUL
    }

    /**
     * The errors that are worth a sentence. An error that is not here may come after a write.
     *
     * <p>{@code database space exceeded} is no refusal: the member that applies the first write
     * beyond the quota writes it, and then reports this error (quotaApplierV3 in etcd). Timeouts and
     * changes of the leader are reported while the write is on its way to the other members.
     */
    private static final List<EtcdError> KNOWN = List.of(
            new EtcdError(
                    "no leader",
                    "this member of etcd has no leader now; an election takes some seconds",
                    Kind.MEMBER_REFUSES),
            new EtcdError("too many requests", "etcd is overloaded", Kind.MEMBER_REFUSES),
            new EtcdError(
                    "request is too large",
                    "the registry is larger than etcd allows; raise --max-request-bytes of etcd",
                    Kind.CLUSTER_REFUSES),
            new EtcdError(
                    "permission denied",
                    "the user of etcd may not read and write keys with this prefix; grant it a role with the permission readwrite for the prefix",
                    Kind.CLUSTER_REFUSES),
            new EtcdError("invalid auth token", "the token of the user has expired", Kind.CLUSTER_REFUSES),
            new EtcdError(
                    "user name is empty",
                    "etcd demands a user and a password; put them into the URL, or into PEERLOCK_REGISTRY_USER and PEERLOCK_REGISTRY_PASSWORD",
                    Kind.CLUSTER_REFUSES),
            new EtcdError("authentication failed", "etcd refused the user or the password", Kind.CLUSTER_REFUSES),
            new EtcdError("authentication is not enabled", "this etcd has no users", Kind.CLUSTER_REFUSES),
            new EtcdError(
                    "not supported for learner",
                    "this member of etcd is a learner; name members that vote",
                    Kind.MEMBER_REFUSES),
            new EtcdError(
                    "corrupt cluster",
                    "etcd has found that its data is corrupt; an operator must repair it",
                    Kind.CLUSTER_REFUSES),
            new EtcdError(
                    "database space exceeded",
                    "the database of etcd is full; compact and defragment it, and disarm the alarm",
                    Kind.DOUBTFUL),
            new EtcdError("request timed out", "etcd did not finish in time", Kind.DOUBTFUL),
            new EtcdError("leader changed", "the leader of etcd changed", Kind.DOUBTFUL),
            new EtcdError("server stopped", "this member of etcd is stopping", Kind.DOUBTFUL));

    /** The error in a reply that is no success. */
    static EtcdError of(int status, Json reply) {
        String text = reply.text("message").isEmpty() ? reply.text("error") : reply.text("message");
        for (EtcdError known : KNOWN) {
            if (text.contains(known.text)) {
                return new EtcdError(text, known.sentence + " (" + text + ")", known.kind);
            }
        }
        return new EtcdError(text, "etcd replied " + status + (text.isEmpty() ? "" : ": " + text), Kind.DOUBTFUL);
    }

    /** Whether a new token may help. */
    boolean wantsToken() {
        return text.contains("invalid auth token") || text.contains("user name is empty");
    }
}
