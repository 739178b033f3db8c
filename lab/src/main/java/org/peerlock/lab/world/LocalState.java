package org.peerlock.lab.world;

import java.util.List;

/**
 * The state of a node and of its application.
 *
 * @param state the state of the algorithm
 * @param activeRequests its requests under way, in the order in which they were made
 * @param requests how many it has made, which is also the id of the last one
 * @param timers the running timers, in the order in which they were set
 */
record LocalState<S extends Record>(
        int node, S state, List<ActiveRequest> activeRequests, long requests, List<World.Timer> timers) {}
