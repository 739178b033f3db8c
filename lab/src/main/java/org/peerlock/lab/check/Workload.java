package org.peerlock.lab.check;

import java.util.List;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.world.Churn;

/**
 * What the applications may do.
 *
 * @param requests how many requests each node makes, beside those that are inside at the start
 * @param kinds what a request may look like; its id is set when it is made
 * @param cancels how many requests in all may be given up, each at any moment while it waits
 * @param churn what may happen to the nodes meanwhile
 */
public record Workload(int requests, List<Request> kinds, int cancels, Churn churn) {

    /** All that is worth asking of such a lock: to be alone; to read or to write; one permit or all but one. */
    public static Workload of(Capacity capacity, int requests) {
        return new Workload(requests, kinds(capacity), 0, Churn.none());
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

    public Workload withCancels(int most) {
        return new Workload(requests, kinds, most, churn);
    }

    public Workload with(Churn next) {
        return new Workload(requests, kinds, cancels, next);
    }
}
