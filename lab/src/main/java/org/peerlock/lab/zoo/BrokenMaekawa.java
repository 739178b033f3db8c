package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Maekawa;
import org.peerlock.algorithm.permission.RequestSets;

/** {@link Maekawa} with one rule replaced. */
final class BrokenMaekawa {

    private BrokenMaekawa() {}

    /** Who hoped to be the next, and is overtaken by an older request, is not told. */
    static final class WithoutFailed extends Maekawa {

        WithoutFailed(int me, int nodes, RequestSets sets) {
            super(me, nodes, sets);
        }

        @Override
        protected void failOvertaken(Ticket overtaken, Effects<Message> out) {
            // that it has FAILED
        }
    }

    /** What an arbiter says is taken to be about the request that waits; an INQUIRE about a REPLY not yet there is not. */
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
