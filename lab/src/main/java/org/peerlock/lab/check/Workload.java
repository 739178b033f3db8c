package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.BypassCounts;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.OvertakeCounts;

/**
 * What the applications may do, and which faults may occur.
 *
 * @param requests how many requests each node makes, in addition to those inside at the start; or
 *     {@link #UNLIMITED}
 * @param kinds the possible requests; the id is set when a request is made
 * @param cancels how many requests may be cancelled in a run, each at any time while it waits; or
 *     {@link #UNLIMITED}
 * @param requesters the nodes that make requests, if not all
 * @param maxOvertakes how often a waiting request may be {@linkplain OvertakeCounts overtaken}, if
 *     that is checked
 * @param churn the faults and membership changes that may happen
 * @param severalFences whether an exclusive request may have used two fences more than that of its
 *     entry. A scenario made from a counterexample does not show which were used.
 * @param timely whether timers are {@linkplain org.peerlock.lab.world.SystemConfig timely}
 * @param bypass how often others may enter before a node, if that is checked
 */
public record Workload(
        int requests,
        List<Request> kinds,
        int cancels,
        Optional<NodeSet> requesters,
        OptionalInt maxOvertakes,
        Churn churn,
        boolean severalFences,
        boolean timely,
        Optional<BypassCounts.Bound> bypass) {

    /**
     * No limit. With unlimited requests every node makes one request after the other, even if the
     * algorithm allows several at once: otherwise an unlimited number could be under way.
     */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * The requests that matter for such a lock: exclusive; read or write; one permit or all but
     * one.
     */
    public static Workload of(Capacity capacity, int requests) {
        return new Workload(
                requests,
                kinds(capacity),
                0,
                Optional.empty(),
                OptionalInt.empty(),
                Churn.none(),
                false,
                false,
                Optional.empty());
    }

    private static List<Request> kinds(Capacity capacity) {
        return switch (capacity.kind()) {
            case MUTEX -> List.of(Request.exclusive(0));
            case READ_WRITE -> List.of(Request.exclusive(0), Request.shared(0));
            case SEMAPHORE ->
                capacity.permits() <= 2
                        ? List.of(Request.permits(0, 1))
                        : List.of(Request.permits(0, 1), Request.permits(0, capacity.permits() - 1));
        };
    }

    /** The same requests with every increment up to {@code most}. */
    public Workload withIncrements(int most) {
        List<Request> incremented = new ArrayList<>();
        for (Request kind : kinds) {
            for (int increment = 1; increment <= most; increment++) {
                incremented.add(new Request(kind.id(), kind.mode(), kind.permits(), increment));
            }
        }
        return new Workload(
                requests, incremented, cancels, requesters, maxOvertakes, churn, severalFences, timely, bypass);
    }

    /** The same with this many requests for each node. */
    public Workload withRequests(int each) {
        return new Workload(each, kinds, cancels, requesters, maxOvertakes, churn, severalFences, timely, bypass);
    }

    public Workload withCancels(int most) {
        return new Workload(requests, kinds, most, requesters, maxOvertakes, churn, severalFences, timely, bypass);
    }

    public Workload by(Optional<NodeSet> some) {
        return new Workload(requests, kinds, cancels, some, maxOvertakes, churn, severalFences, timely, bypass);
    }

    public Workload withMaxOvertakes(OptionalInt most) {
        return new Workload(requests, kinds, cancels, requesters, most, churn, severalFences, timely, bypass);
    }

    public Workload withSeveralFences() {
        return new Workload(requests, kinds, cancels, requesters, maxOvertakes, churn, true, timely, bypass);
    }

    /** The same; a timer expires only when no message is under way, or at any time. */
    public Workload withTimelyTimers(boolean only) {
        return new Workload(requests, kinds, cancels, requesters, maxOvertakes, churn, severalFences, only, bypass);
    }

    public Workload withBypass(Optional<BypassCounts.Bound> bound) {
        return new Workload(requests, kinds, cancels, requesters, maxOvertakes, churn, severalFences, timely, bound);
    }

    boolean requests(int node) {
        return requesters.isEmpty() || requesters.get().contains(node);
    }

    public Workload with(Churn next) {
        return new Workload(requests, kinds, cancels, requesters, maxOvertakes, next, severalFences, timely, bypass);
    }

    /**
     * Whether all nodes do the same, and no fault distinguishes one from the others.
     */
    boolean isTheSameForAll() {
        return requesters.isEmpty() && maxOvertakes.isEmpty() && bypass.isEmpty() && churn.equals(Churn.none());
    }
}
