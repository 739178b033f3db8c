/**
 * Carries packets between live nodes: one connection for each pair of them, whoever dialed it, by TCP or by a Unix socket.
 *
 * <p>Nothing here is certain to arrive; {@link org.peerlock.internal.protocol.Packet} says what makes good for that. What does arrive comes
 * whole, from the node that it seems to come from as far as nobody lies, and, on one connection, in order. Whatever else
 * comes in is refused with a line in the log that an operator can act upon.
 *
 * <p>A node does all its work on one thread, the event loop. Nothing here is safe for other threads but what says so.
 */
@NullMarked
package org.peerlock.internal.transport;

import org.jspecify.annotations.NullMarked;
