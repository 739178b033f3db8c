package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.world.Churn;
import org.peerlock.lab.world.OvertakeCounts;

/**
 * What the applications may do.
 *
 * @param requests how many requests each node makes, beside those that are inside at the start; or {@link #UNLIMITED}
 * @param kinds what a request may look like; its id is set when it is made
 * @param cancels how many requests in all may be given up, each at any moment while it waits; or {@link #UNLIMITED}
 * @param requesters which nodes make requests, if not all
 * @param patience how often who waits may be {@linkplain OvertakeCounts overtaken}, if that is to be judged
 * @param churn what may happen to the nodes meanwhile
 * @param severalFences whether who was alone inside may have used two fences more than that of its entry. A scenario made of a
 *     counterexample does not tell which were used.
 */
public record Workload(
        int requests,
        List<Request> kinds,
        int cancels,
        Optional<NodeSet> requesters,
        OptionalInt patience,
        Churn churn,
        boolean severalFences) {

    /**
     * Any number. If of requests, every node asks again and again, but only one at a time, even if the algorithm allows several:
     * otherwise as many could be under way, too.
     */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** All that is worth asking of such a lock: to be alone; to read or to write; one permit or all but one. */
    public static Workload of(Capacity capacity, int requests) {
        return new Workload(requests, kinds(capacity), 0, Optional.empty(), OptionalInt.empty(), Churn.none(), false);
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
        return new Workload(requests, incremented, cancels, requesters, patience, churn, severalFences);
    }

    /** The same of so many requests. */
    public Workload withRequests(int each) {
        return new Workload(each, kinds, cancels, requesters, patience, churn, severalFences);
    }

    public Workload withCancels(int most) {
        return new Workload(requests, kinds, most, requesters, patience, churn, severalFences);
    }

    public Workload by(Optional<NodeSet> some) {
        return new Workload(requests, kinds, cancels, some, patience, churn, severalFences);
    }

    public Workload withPatience(OptionalInt most) {
        return new Workload(requests, kinds, cancels, requesters, most, churn, severalFences);
    }

    public Workload withSeveralFences() {
        return new Workload(requests, kinds, cancels, requesters, patience, churn, true);
    }

    boolean requests(int node) {
        return requesters.isEmpty() || requesters.get().contains(node);
    }

    public Workload with(Churn next) {
        return new Workload(requests, kinds, cancels, requesters, patience, next, severalFences);
    }

    /** Whether no node does something that another does not, and no node is told from others by what happens to it. */
    boolean isTheSameForAll() {
        return requesters.isEmpty() && patience.isEmpty() && churn.equals(Churn.none());
    }
}
