package org.peerlock;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Why holds were lost, and who wants to be told. */
final class LossNotifier {

    /** More than anybody asks for: a hold that was lost so long ago is forgotten by those who had it. */
    private static final int REMEMBERED = 1_000;

    private final ConcurrentNavigableMap<Long, LockLossReason> reasons = new ConcurrentSkipListMap<>();
    private final Set<Grant> watched = ConcurrentHashMap.newKeySet();

    /** Why holds of a generation that are not valid were lost. */
    LockLossReason reason(long generation) {
        return reasons.getOrDefault(
                generation, LockLossReason.LEASE_EXPIRED); // seen by a thread before the node has noted it
    }

    void onLeaseExpired(long generation, LockLossReason reason) {
        reasons.put(generation, reason);
        while (reasons.size() > REMEMBERED) {
            reasons.pollFirstEntry();
        }
    }

    /** From now on the grant is told if it is lost. */
    void watch(Grant grant) {
        watched.add(grant);
        if (grant.isClosed()) { // perhaps before it was added
            forget(grant);
        } else if (grant.isLost()) { // perhaps the others were told a moment ago
            tell(grant);
        }
    }

    void forget(Grant grant) {
        watched.remove(grant);
    }

    /** Tells all that are lost. */
    void tell() {
        watched.stream().filter(Grant::isLost).forEach(this::tell);
    }

    private void tell(Grant grant) {
        if (watched.remove(grant)) {
            grant.tellLost(reason(grant.generation()));
        }
    }
}
