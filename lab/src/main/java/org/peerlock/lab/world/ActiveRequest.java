package org.peerlock.lab.world;

import org.peerlock.algorithm.Request;

/**
 * A request under way, as the application sees it.
 *
 * @param node where it was made
 * @param fence the one it entered with; 0 before
 */
public record ActiveRequest(int node, Request request, Stage stage, long fence) {

    /** How far it has come. */
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
