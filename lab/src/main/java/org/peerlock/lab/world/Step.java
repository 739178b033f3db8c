package org.peerlock.lab.world;

import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;

/** A step of a system. Its text is a line of a scenario. */
public sealed interface Step<M> {

    /** The node at which it happens. */
    int node();

    /** The application makes a request. */
    record Ask<M>(int node, Request request) implements Step<M> {}

    /** The application cancels its request. */
    record Cancel<M>(int node, long id) implements Step<M> {}

    /** The application leaves; it has used fences up to {@code lastFence}. */
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

    /** A message is duplicated. */
    record Duplicate<M>(Envelope<M> envelope) implements Step<M> {
        @Override
        public int node() {
            return envelope.to();
        }
    }

    /** A node crashes; messages under way to it are lost, those that it sent are not. */
    record Crash<M>(int node) implements Step<M> {}

    /** A node asks another to make it a member. */
    record Join<M>(int node, int sponsor) implements Step<M> {}

    /** A member leaves the group. */
    record Leave<M>(int node) implements Step<M> {}

    /** A node gets a report that another has failed, whether it has or not. */
    record Fail<M>(int node, int failed) implements Step<M> {}

    /** A timer expires. */
    record Expire<M>(int node, TimerId timer) implements Step<M> {}
}
