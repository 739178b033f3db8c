/**
 * Everything that a live node decides, and nothing that it does: there is no socket, thread, file or clock here.
 *
 * <p>Events arrive as inputs with the time at which they happened: a packet, a tick, the outcome of an operation on the
 * registry, a request of the application. Actions leave as effects. The same inputs always give the same effects, so
 * whole nodes are simulated under faults with the very classes that run live.
 */
@NullMarked
package org.peerlock.internal.engine;

import org.jspecify.annotations.NullMarked;
