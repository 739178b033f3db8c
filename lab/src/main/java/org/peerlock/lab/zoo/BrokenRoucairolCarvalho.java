package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.permission.RoucairolCarvalho;

/** {@link RoucairolCarvalho} with one rule replaced. */
final class BrokenRoucairolCarvalho {

    private BrokenRoucairolCarvalho() {}

    /** A node that gives away a permission while it waits does not ask for it again. */
    static final class WithoutSecondRequest extends RoucairolCarvalho {

        WithoutSecondRequest(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected State askAgain(State s, int j, Effects<Message> out) {
            return s;
        }
    }
}
