/**
 * Everything that a live node decides, and nothing that it does: no socket, thread, file or clock is here.
 *
 * <p>What happens outside arrives as an input with the time at which it happened: a message, a tick, the outcome of an
 * operation on the cell, a wish of the application. What is to be done leaves as an effect. The same inputs always give the
 * same effects, so that whole nodes are simulated under faults with the very classes that run live.
 */
@NullMarked
package org.peerlock.internal.engine;

import org.jspecify.annotations.NullMarked;
