/**
 * Swarm testing: many random runs that search for bugs. Everything about a run is drawn from its
 * seed.
 *
 * <p>A run has two phases. In the first, applications make requests while the network and the nodes
 * are as bad as the algorithm claims to tolerate; no safety property may be violated. In the
 * second, all faults are over and no more requests are made; every request that waits must enter.
 */
@NullMarked
package org.peerlock.lab.swarm;

import org.jspecify.annotations.NullMarked;
