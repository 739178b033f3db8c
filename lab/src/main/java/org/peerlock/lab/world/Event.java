package org.peerlock.lab.world;

import org.peerlock.algorithm.TimerId;

/** An effect of a step. */
public sealed interface Event<M> {

    /** The node at which it happened. */
    int node();

    /** A message to one node. */
    record Sent<M>(int node, int to, M message) implements Event<M> {}

    /** A message to all others in one transmission. */
    record Broadcast<M>(int node, M message) implements Event<M> {}

    record Entered<M>(int node, long id, long fence) implements Event<M> {}

    record Withdrawn<M>(int node, long id) implements Event<M> {}

    /** The node has become a member. */
    record Joined<M>(int node) implements Event<M> {}

    /** The node is no longer a member, as it wanted. */
    record Left<M>(int node) implements Event<M> {}

    /** The node is no longer a member, or was refused, and must join again; its request is lost. */
    record DroppedOut<M>(int node) implements Event<M> {}

    record TimerSet<M>(int node, TimerId timer) implements Event<M> {}

    record TimerCancelled<M>(int node, TimerId timer) implements Event<M> {}
}
