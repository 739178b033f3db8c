package org.peerlock.lab.zoo;

import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.permission.ImplicitReply;

/** {@link ImplicitReply} with one rule replaced. */
final class BrokenImplicitReply {

    private BrokenImplicitReply() {}

    /** A flag instead of a counter says whether a node owes a REPLY. */
    static final class Flag extends ImplicitReply {

        Flag(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        protected long count(long owed, int change) {
            return change > 0 ? 1 : 0;
        }
    }

    /**
     * Message delays have no bound, so the timer may expire before a DEFERRED arrives.
     */
    static final class Early extends ImplicitReply {

        static final Profile PROFILE = new Profile(
                ImplicitReply.PROFILE.id(),
                ImplicitReply.PROFILE.family(),
                ImplicitReply.PROFILE.source(),
                Assumptions.anyOrder(),
                ImplicitReply.PROFILE.serves(),
                ImplicitReply.PROFILE.concurrentRequests(),
                ImplicitReply.PROFILE.costs());

        Early(int me, int nodes) {
            super(me, nodes);
        }

        @Override
        public Profile profile() {
            return PROFILE;
        }
    }
}
