package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.RicartAgrawala;

/** {@link RicartAgrawala} with one rule replaced. */
final class BrokenRicartAgrawala {

    private BrokenRicartAgrawala() {}

    /** Whoever gives up is done at once; a REPLY that nobody waits for is ignored. */
    static final class NaiveWithdrawal extends RicartAgrawala {

        NaiveWithdrawal(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        public State onCancel(State s, long requestId, Effects<Message> out) {
            s = super.onCancel(s, requestId, out);
            out.withdrawn(requestId);
            return new State(
                    Phase.IDLE, requestId, s.mode(), s.our(), s.highest(), NodeSet.empty(), s.deferred(), s.fence());
        }

        @Override
        public State onMessage(State s, int from, Message message, Effects<Message> out) {
            boolean late = message instanceof Message.Reply && !s.awaiting().contains(from);
            return late ? s : super.onMessage(s, from, message, out);
        }
    }
}
