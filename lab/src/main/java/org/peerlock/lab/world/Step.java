package org.peerlock.lab.world;

import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;

/** Something that can happen next. Its text is a line of a scenario. */
public sealed interface Step<M> {

    /** The node at which it happens. */
    int node();

    /** The application asks. */
    record Ask<M>(int node, Request request) implements Step<M> {}

    /** The application gives up. */
    record Cancel<M>(int node, long id) implements Step<M> {}

    /** The application leaves, having used fences up to {@code lastFence}. */
    record Release<M>(int node, long id, long lastFence) implements Step<M> {}

    /** A message arrives. */
    record Deliver<M>(Envelope<M> envelope) implements Step<M> {
        @Override
        public int node() {
            return envelope.to();
        }
    }

    /** A message is lost. */
    record Drop<M>(Envelope<M> envelope) implements Step<M> {
        @Override
        public int node() {
            return envelope.to();
        }
    }

    /** A message is under way twice. */
    record Duplicate<M>(Envelope<M> envelope) implements Step<M> {
        @Override
        public int node() {
            return envelope.to();
        }
    }

    /** A node stops for good; what is under way to it is lost, what it sent is not. */
    record Crash<M>(int node) implements Step<M> {}

    /** A node asks another to make it a member. */
    record Join<M>(int node, int sponsor) implements Step<M> {}

    /** A member wants to be one no longer. */
    record Leave<M>(int node) implements Step<M> {}

    /** A node is told that another has failed, whether it has or not. */
    record Fail<M>(int node, int failed) implements Step<M> {}

    /** A timer runs out. */
    record Expire<M>(int node, TimerId timer) implements Step<M> {}
}
