package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;
import org.peerlock.algorithm.data.Ticket;
import org.peerlock.algorithm.permission.Modifications;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.permission.RicartAgrawala.State;
import org.peerlock.algorithm.permission.RicartAgrawalaBroadcastReply;
import org.peerlock.algorithm.permission.RicartAgrawalaModulo;

/** {@link RicartAgrawala} and its modifications with one rule replaced. */
final class BrokenRicartAgrawala {

    private BrokenRicartAgrawala() {}

    /** A cancelled request ends at once; a REPLY without a waiting request is ignored. */
    static final class NaiveWithdrawal extends RicartAgrawala {

        NaiveWithdrawal(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        public State onCancel(State s, long requestId, Effects<Message> out) {
            s = super.onCancel(s, requestId, out);
            return new State(s.own().end(out), s.mode(), s.numbers(), NodeSet.empty(), s.deferred());
        }

        @Override
        public State onMessage(State s, int from, Message message, Effects<Message> out) {
            boolean late = message instanceof Message.Reply && !s.awaiting().contains(from);
            return late ? s : super.onMessage(s, from, message, out);
        }
    }

    /** Equal numbers have no order, so each node replies to the other. */
    static final class WithoutTieBreak extends RicartAgrawala {

        WithoutTieBreak(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected boolean precedes(Ticket ours, Ticket theirs) {
            return ours.number() < theirs.number();
        }
    }

    /**
     * The process that receives a REQUEST may be interrupted before it records what it has decided;
     * a timer resumes it.
     */
    static final class DeferralTooLate extends RicartAgrawala {

        private final int nodes;

        DeferralTooLate(int me, int nodes) {
            super(me, nodes);
            this.nodes = nodes;
        }

        @Override
        protected State defer(State s, int j, Effects<Message> out) {
            out.setTimer(recording(j), Timeout.roundTrip());
            return s;
        }

        @Override
        public State onTimer(State s, TimerId timer, Effects<Message> out) {
            for (int j = 1; j <= nodes; j++) {
                if (timer.equals(recording(j))) {
                    return super.defer(s, j, out);
                }
            }
            return super.onTimer(s, timer, out);
        }

        private static TimerId recording(int j) {
            return new TimerId("Reply_Deferred[" + j + "]");
        }
    }

    /** Every node that waits for a REPLY from the broadcasting node accepts it. */
    static final class BroadcastReplyWithoutList extends RicartAgrawalaBroadcastReply {

        BroadcastReplyWithoutList(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected boolean applies(State s, int j, NodeSet recipients) {
            return s.awaiting().contains(j);
        }
    }

    /** One number fewer than needed. */
    static final class ModuloTooSmall extends RicartAgrawala {

        ModuloTooSmall(int me, int nodes) {
            super(
                    me,
                    nodes,
                    RicartAgrawalaModulo.PROFILE,
                    Modifications.none().modulo(RicartAgrawalaModulo.leastModulus(nodes) - 1, nodes));
        }
    }

    /**
     * The highest number is raised only by a REQUEST that is received, and numbers are taken modulo
     * M.
     */
    static final class ModuloPrinted extends RicartAgrawalaModulo {

        ModuloPrinted(int me, int nodes) {
            super(me, nodes, leastModulus(nodes));
        }

        @Override
        public State onRequest(State s, Request request, Effects<Message> out) {
            return withHighest(super.onRequest(s, request, out), s.numbers().highest());
        }
    }

    /**
     * The highest number is raised only by a REQUEST that is received, and the ticket serves as the
     * fence. Each of the two alone has no visible effect: tickets that are never used twice do grow
     * from entry to entry.
     */
    static final class HighestOnReceipt extends RicartAgrawala {

        private final int me;
        private final int nodes;

        HighestOnReceipt(int me, int nodes) {
            super(me, nodes);
            this.me = me;
            this.nodes = nodes;
        }

        @Override
        public State onRequest(State s, Request request, Effects<Message> out) {
            return withHighest(super.onRequest(s, request, out), s.numbers().highest());
        }

        @Override
        protected long nextFence(State s) {
            return s.numbers().our() * nodes + me;
        }
    }

    private static State withHighest(State s, long highest) {
        Numbers printed = new Numbers(s.numbers().our(), highest);
        return new State(s.own(), s.mode(), printed, s.awaiting(), s.deferred());
    }
}
