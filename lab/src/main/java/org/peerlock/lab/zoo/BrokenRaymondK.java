package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.RaymondK;

/** {@link RaymondK} with one rule replaced. */
final class BrokenRaymondK {

    private BrokenRaymondK() {}

    /** Not_In_CS counts only nodes with lower numbers. */
    static final class WithLessThan extends RaymondK {

        private final int me;

        WithLessThan(int me, int nodes, Capacity capacity) {
            super(me, nodes, capacity);
            this.me = me;
        }

        @Override
        protected int notInside(State s) {
            int count = 0;
            for (int z = 1; z < me; z++) {
                count += s.outstanding().of(z) == 0 ? 1 : 0;
            }
            return count;
        }
    }

    /** A node enters with one REPLY less than it needs. */
    static final class OneReplyTooFew extends RaymondK {

        OneReplyTooFew(int me, int nodes, Capacity capacity) {
            super(me, nodes, capacity);
        }

        @Override
        protected int needed() {
            return super.needed() - 1;
        }
    }
}
