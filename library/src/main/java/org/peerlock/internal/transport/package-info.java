/**
 * Carries packets between live nodes: one connection for each pair of nodes, by TCP or by a Unix
 * socket.
 *
 * <p>Packets may be lost; {@link org.peerlock.internal.protocol.Packet} says how that is repaired.
 * A packet that arrives is complete, comes from the node that it names, as long as no process lies,
 * and is in order with the others of its connection. All other input is refused, with a log line
 * that an operator can act on.
 *
 * <p>A node does all its work on one thread, the event loop. Only what says so is thread-safe.
 */
@NullMarked
package org.peerlock.internal.transport;

import org.jspecify.annotations.NullMarked;
