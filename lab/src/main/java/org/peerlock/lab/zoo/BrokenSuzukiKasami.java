package org.peerlock.lab.zoo;

import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.token.SuzukiKasami;

/** {@link SuzukiKasami} with one rule replaced. */
final class BrokenSuzukiKasami {

    private BrokenSuzukiKasami() {}

    /** The node that asked last is served first. */
    static final class Lifo extends SuzukiKasami {

        Lifo(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected NodeQueue enqueue(NodeQueue queue, int j) {
            NodeQueue stack = NodeQueue.of(j);
            for (NodeQueue rest = queue; !rest.isEmpty(); rest = rest.tail()) {
                stack = stack.append(rest.head());
            }
            return stack;
        }
    }

    /** The node with the token sends it to the node that asks, even while it is inside. */
    static final class TokenFromInside extends SuzukiKasami {

        TokenFromInside(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected boolean idle(State s) {
            return true;
        }
    }
}
