/**
 * Distributed mutual exclusion as pure state machines: the interface between an algorithm and whatever drives it.
 *
 * <p>N nodes, numbered 1 to N as in the papers, exchange messages to agree who may be <em>inside</em>. An
 * {@link org.peerlock.algorithm.Algorithm} is one node's part in that: a function from a state and an input to the next
 * state and some effects. It reads no clock, draws no random number, blocks on nothing, and iterates in ascending order of
 * nodes, so the same class can be simulated, searched exhaustively and run in production.
 *
 * <pre>
 *                      onRequest                  Effects.enter                onRelease
 *        IDLE  ----------------------&gt;  WAITING  ----------------&gt;  INSIDE  -------------&gt;  IDLE
 *          ^                               |
 *          |     Effects.withdrawn         | onCancel
 *          +------------- (WITHDRAWN) &lt;----+
 * </pre>
 *
 * <p>The life of a request, in the words used everywhere: it is <em>requested</em>, it <em>enters</em>, it is
 * <em>released</em>; or it is <em>cancelled</em> while it waits, and then never enters.
 *
 * <p>Who takes part does not change while an algorithm runs, unless it is a
 * {@link org.peerlock.algorithm.MembershipAlgorithm}: there nodes join, leave and fail by messages of the algorithm itself.
 *
 * <ul>
 *   <li>{@link org.peerlock.algorithm.permission}: algorithms in which a node collects the permission of others
 *   <li>{@link org.peerlock.algorithm.token}: algorithms in which a token goes from node to node
 *   <li>{@link org.peerlock.algorithm.catalogue}: all of them by name
 *   <li>{@link org.peerlock.algorithm.data}: the small immutable collections they are written with
 * </ul>
 */
@NullMarked
package org.peerlock.algorithm;

import org.jspecify.annotations.NullMarked;
