package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.catalogue.MembershipOptions;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.Membership;
import org.peerlock.algorithm.permission.MembershipInsertion;
import org.peerlock.algorithm.permission.MembershipMessage;
import org.peerlock.algorithm.permission.MembershipState;

/** {@link Membership} with one rule replaced. */
final class BrokenMembership {

    private BrokenMembership() {}

    /** A node that receives a probe looks only at Reply_Deferred. */
    static final class ProbeAsPrinted extends Membership {

        ProbeAsPrinted(int me, MembershipOptions options) {
            super(me, options.members(), options.names(), options.learning());
        }

        @Override
        protected MembershipState receiveProbe(MembershipState s, long k, int j, Effects<MembershipMessage> out) {
            boolean deferred = s.claim().deferred().contains(j);
            out.send(
                    j,
                    deferred
                            ? new MembershipMessage.YesIAmHere()
                            : new MembershipMessage.Reply(k, s.claim().fence()));
            return s;
        }
    }

    /** A REPLY counts for whichever request waits for one. */
    static final class ReplyUntagged extends Membership {

        ReplyUntagged(int me, MembershipOptions options) {
            super(me, options.members(), options.names(), options.learning());
        }

        @Override
        protected boolean answers(MembershipState.Claim claim, long k, int j) {
            return claim.awaiting().contains(j);
        }
    }

    /**
     * A sponsor announces the new node and does not wait for acknowledgements; a node that is asked
     * for its highest number only answers.
     */
    static final class InsertionAsPrinted extends Membership {

        InsertionAsPrinted(int me, MembershipOptions options) {
            super(me, options.members(), options.names(), new AsPrinted(me, options));
        }

        private static final class AsPrinted extends MembershipInsertion {

            AsPrinted(int me, MembershipOptions options) {
                super(me, options.names().size(), options.learning());
            }

            @Override
            protected NodeSet mustAcknowledge(NodeSet told) {
                return NodeSet.empty();
            }

            @Override
            protected MembershipState receiveHsnQuery(MembershipState s, int x, Effects<MembershipMessage> out) {
                out.send(x, new MembershipMessage.Hsn(s.claim().numbers().highest()));
                return s;
            }
        }
    }
}
