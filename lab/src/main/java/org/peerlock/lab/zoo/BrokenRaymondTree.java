package org.peerlock.lab.zoo;

import org.peerlock.algorithm.token.RaymondTree;
import org.peerlock.algorithm.token.Tree;

/** {@link RaymondTree} with one rule replaced. */
final class BrokenRaymondTree {

    private BrokenRaymondTree() {}

    /** The root sends the token to the node that asks, even while it is inside. */
    static final class AsOnSlides extends RaymondTree {

        AsOnSlides(int me, Tree tree) {
            super(me, tree);
        }

        @Override
        protected boolean idle(State s) {
            return true;
        }
    }
}
