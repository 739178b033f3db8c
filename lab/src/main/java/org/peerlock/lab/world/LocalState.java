package org.peerlock.lab.world;

import java.util.List;

/**
 * A node, and the application at it.
 *
 * @param state the node's
 * @param activeRequests its requests under way, in the order in which they were made
 * @param requests how many it has made; the last one's id
 * @param timers those that run, in the order in which they were set
 */
record LocalState<S extends Record>(
        int node, S state, List<ActiveRequest> activeRequests, long requests, List<World.Timer> timers) {}
