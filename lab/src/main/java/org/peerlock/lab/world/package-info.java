/**
 * The state of a whole system as one immutable value: the states of all nodes, the messages under
 * way, and what the application at each node is doing; and the steps from one such value to the
 * next.
 *
 * <p>A scenario follows one run, the explorer follows all of them. Every step is checked for
 * violations: which requests are inside together, which fences were given, whether a withdrawn
 * request entered. A node that has crashed, or has dropped out of the group, does not count as
 * inside.
 */
@NullMarked
package org.peerlock.lab.world;

import org.jspecify.annotations.NullMarked;
