/**
 * Distributed mutual exclusion as pure state machines. This page is the manual for authors of an
 * algorithm.
 *
 * <p>N nodes, numbered 1 to N as in the papers, exchange messages and agree which of them may be
 * <em>inside</em> the critical section. An {@link org.peerlock.algorithm.Algorithm} is the program
 * of one node: a function from a state and an input to the next state and some effects. It reads no
 * clock, draws no random number, blocks on nothing, and iterates over nodes in ascending order.
 * That is why one class can be model checked, simulated and run in production.
 *
 * <h2>The life cycle of a request</h2>
 *
 * <pre>
 *                      onRequest                  Effects.enter                onRelease
 *        IDLE  ----------------------&gt;  WAITING  ----------------&gt;  INSIDE  -------------&gt;  IDLE
 *          ^                               |
 *          |     Effects.withdrawn         | onCancel
 *          +------------- (WITHDRAWN) &lt;----+
 * </pre>
 *
 * <p>The same words are used everywhere, in code, tests and documents: a request is
 * <em>requested</em>, it <em>enters</em>, it is <em>released</em>; or it is <em>cancelled</em>
 * while it waits, and then never enters. Every entry has a <em>fence</em>, the fencing token that
 * the protected resource compares: {@link org.peerlock.algorithm.Capacity} says how fences grow.
 *
 * <h2>What you write</h2>
 *
 * <ol>
 *   <li>The <strong>messages</strong>: a sealed interface, and one record for each kind. Give a
 *       fence the component name {@code fence}; traces then print it as {@code ^7}.
 *   <li>The <strong>state</strong>: one immutable record with everything that the node knows. Two
 *       states that behave differently must have different texts, because the model checker
 *       compares texts. The text of an array does not show its contents; the collections of
 *       {@link org.peerlock.algorithm.data} do.
 *   <li>The <strong>profile</strong>: a {@link org.peerlock.algorithm.Profile} with the algorithm's
 *       name, the networks that it tolerates, and the properties that it claims on each of them.
 *       Claim no more than you mean: the checks demand every claim.
 *   <li>The <strong>class</strong>: it implements {@link org.peerlock.algorithm.Algorithm}. Its
 *       fields never change: the node's own number, the number of nodes, the topology.
 *   <li>The <strong>catalogue entry</strong>: a
 *       {@link org.peerlock.algorithm.catalogue.CatalogueEntry} that creates the nodes of a group.
 * </ol>
 *
 * <h2>How a step works</h2>
 *
 * <p>A step gets the current state, and returns the next one. Everything else that it wants done,
 * it tells {@link org.peerlock.algorithm.Effects}, which is write-only: a step never gets an answer
 * from there. A node never sends a message to itself. An algorithm that needs to know how long to
 * wait sets a timer, in terms of message delays rather than of seconds
 * ({@link org.peerlock.algorithm.Timeout}).
 *
 * <p>{@link org.peerlock.algorithm.OwnRequest} is the picture above as a value: phase, request id
 * and the greatest fence that the node knows. Most algorithms keep one in their state, and decide
 * only <em>when</em> the request enters.
 *
 * <p>State what a step relies on with {@link org.peerlock.algorithm.Expect}: "a REPLY answers a
 * REQUEST, and only once". The model checker then searches for the run that breaks the assumption,
 * and reports it as a counterexample.
 *
 * <h2>What is easy to get wrong</h2>
 *
 * <ul>
 *   <li><strong>Cancellation.</strong> A request may be cancelled at any moment before it enters,
 *       and messages that answer it may arrive later. Either let the node wait for them before its
 *       next request, or let messages carry the number of the request that they answer.
 *   <li><strong>Reordering.</strong> On {@link org.peerlock.algorithm.Network#UNORDERED} a message
 *       may overtake all those that were sent before it, on the same link too.
 *   <li><strong>Starting with a node inside.</strong> A group may start while a request is inside
 *       already ({@link org.peerlock.algorithm.Start}). No {@code enter} is called for it.
 *   <li><strong>Fences.</strong> A node that leaves names the greatest fence that it used, which
 *       may be greater than the one that it was given. The next entry must exceed it.
 *   <li><strong>Hidden state.</strong> A mutable field, a clock or the iteration order of a hash
 *       map makes runs impossible to repeat, and the checks worthless.
 * </ul>
 *
 * <h2>How you know that it works</h2>
 *
 * <p>{@code docs/CHECK-YOUR-OWN.md} writes an algorithm with a defect, finds the defect with one
 * line of JUnit, and corrects it. The shortest algorithm to read is
 * {@link org.peerlock.algorithm.token.TokenRing}; a typical one is
 * {@link org.peerlock.algorithm.permission.RicartAgrawala}.
 *
 * <h2>What is not here</h2>
 *
 * <p>No algorithm tolerates the failure of a node, and the nodes of a group do not change while it
 * runs. The exception is a {@link org.peerlock.algorithm.MembershipAlgorithm}, whose nodes join,
 * leave and fail by messages of the algorithm itself. For all others the driver stops the group and
 * starts a new one with other nodes.
 *
 * <ul>
 *   <li>{@link org.peerlock.algorithm.permission}: algorithms in which a node collects the
 *       permission of others
 *   <li>{@link org.peerlock.algorithm.token}: algorithms in which a token goes from node to node
 *   <li>{@link org.peerlock.algorithm.catalogue}: all algorithms by name
 *   <li>{@link org.peerlock.algorithm.data}: the immutable collections that states are made of
 * </ul>
 */
@NullMarked
package org.peerlock.algorithm;

import org.jspecify.annotations.NullMarked;
