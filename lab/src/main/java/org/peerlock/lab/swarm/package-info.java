/**
 * Many random runs that hunt for bugs: everything about each run is drawn from its seed.
 *
 * <p>A run has two phases. In the first the applications ask, and the network and the nodes are as bad as the algorithm
 * claims to bear; nothing may happen that must not. In the second all is whole again and nobody asks any more; everybody who
 * waits must enter.
 */
@NullMarked
package org.peerlock.lab.swarm;

import org.jspecify.annotations.NullMarked;
