/**
 * A whole system in one immutable value: the states of all nodes, the messages under way, and what the application at each
 * node is doing; and the steps from one such value to the next.
 *
 * <p>Scenarios tell one story in it, the explorer tells all of them. After every step it is judged: who is inside together,
 * which fences were given, whether a withdrawn request entered. A node that has crashed, or that dropped out of the group, is
 * not inside.
 */
@NullMarked
package org.peerlock.lab.world;

import org.jspecify.annotations.NullMarked;
