package org.peerlock.lab.world;

import org.peerlock.algorithm.Request;

/**
 * A request under way, as the application sees it.
 *
 * @param node the node that made it
 * @param fence the fence of its entry; 0 before
 */
public record ActiveRequest(int node, Request request, Stage stage, long fence) {

    /** The stage of a request. */
    public enum Stage {
        WAITING,
        INSIDE,
        /** Cancelled, but not yet withdrawn. */
        CANCELLED
    }

    public long id() {
        return request.id();
    }

    ActiveRequest to(Stage next, long withFence) {
        return new ActiveRequest(node, request, next, withFence);
    }
}
