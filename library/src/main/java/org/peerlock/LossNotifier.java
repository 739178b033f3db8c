package org.peerlock;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Remembers why holds were lost, and completes the stages of {@link Grant#lost}. */
final class LossNotifier {

    /** How many reasons are kept: nobody asks for one that is older. */
    private static final int REMEMBERED = 1_000;

    private final ConcurrentNavigableMap<Long, LockLossReason> reasons = new ConcurrentSkipListMap<>();
    private final Set<Grant> watched = ConcurrentHashMap.newKeySet();

    /** Why the holds of a generation were lost. */
    LockLossReason reason(long generation) {
        return reasons.getOrDefault(
                generation, LockLossReason.LEASE_EXPIRED); // a thread sees the expiry before the engine does
    }

    void onLeaseExpired(long generation, LockLossReason reason) {
        reasons.put(generation, reason);
        while (reasons.size() > REMEMBERED) {
            reasons.pollFirstEntry();
        }
    }

    /** Reports to this grant if it is lost, from now on. */
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

    /** Reports to all grants that are lost. */
    void tell() {
        watched.stream().filter(Grant::isLost).forEach(this::tell);
    }

    private void tell(Grant grant) {
        if (watched.remove(grant)) {
            grant.tellLost(reason(grant.generation()));
        }
    }
}
