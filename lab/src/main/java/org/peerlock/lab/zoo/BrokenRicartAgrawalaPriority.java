package org.peerlock.lab.zoo;

import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;

/** {@link RicartAgrawalaPriority} with one rule replaced. */
final class BrokenRicartAgrawalaPriority {

    private BrokenRicartAgrawalaPriority() {}

    /**
     * Node 1 has high priority, and holds back every REQUEST that arrives while it waits or is
     * inside.
     */
    static final class HoldsAll extends RicartAgrawalaPriority {

        private final boolean high;

        HoldsAll(int me, int nodes) {
            super(me, nodes, NodeSet.of(1), 10, 2);
            this.high = me == 1;
        }

        @Override
        protected boolean holdsBack(State s, Message.Request request, int j) {
            return (high && s.base().own().requesting()) || super.holdsBack(s, request, j);
        }
    }
}
