package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.RequestSets;

/** {@link Maekawa} with one rule replaced. */
final class BrokenMaekawa {

    private BrokenMaekawa() {}

    /** A request that was next in line, and is overtaken by an older one, gets no FAILED. */
    static final class WithoutFailed extends Maekawa {

        WithoutFailed(int me, int nodes, RequestSets sets) {
            super(me, nodes, sets);
        }

        @Override
        protected void failOvertaken(Ticket overtaken, Effects<Message> out) {
            // that it has FAILED
        }
    }

    /**
     * Every message of an arbiter counts for the request that waits; an INQUIRE about a REPLY that
     * has not arrived yet is ignored.
     */
    static final class Untagged extends Maekawa {

        Untagged(int me, int nodes, RequestSets sets) {
            super(me, nodes, sets);
        }

        @Override
        protected boolean concerns(State s, int arbiter, Message message) {
            boolean replied = s.requester().granted().contains(arbiter);
            boolean unknown = message instanceof Message.Inquire && !replied;
            return s.own().phase() == Phase.WAITING && !unknown;
        }
    }
}
