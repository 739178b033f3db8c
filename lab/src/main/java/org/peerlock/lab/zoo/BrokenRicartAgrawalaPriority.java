package org.peerlock.lab.zoo;

import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala.Message;
import org.peerlock.algorithm.permission.RicartAgrawalaPriority;

/** {@link RicartAgrawalaPriority} with one rule replaced. */
final class BrokenRicartAgrawalaPriority {

    private BrokenRicartAgrawalaPriority() {}

    /** Node 1 has high priority, and holds back every REQUEST that comes while it waits or is inside. */
    static final class HoldsAll extends RicartAgrawalaPriority {

        private final boolean high;

        HoldsAll(int me, int nodes) {
            super(me, nodes, NodeSet.of(1), 10, 2);
            this.high = me == 1;
        }

        @Override
        protected boolean holdsBack(State s, Message.Request request, int j) {
            Phase phase = s.own().phase();
            boolean busy = phase == WAITING || phase == INSIDE;
            return (high && busy) || super.holdsBack(s, request, j);
        }
    }
}
