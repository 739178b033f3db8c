package org.peerlock.algorithm.permission;

import java.util.EnumSet;
import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Family;
import org.peerlock.algorithm.Profile;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.Ticket;

/**
 * M. Maekawa, "A √N Algorithm for Mutual Exclusion in Decentralized Systems", ACM TOCS 3(2), 1985,
 * without its messages against deadlock: "A Simple Version" of P. Dasgupta's lecture "Distributed
 * Mutual Exclusion", IIT Kharagpur.
 *
 * <p>{@link Maekawa}, but an arbiter queues up a request without a message: there is no FAILED, no
 * INQUIRE and no YIELD. Two nodes are never inside; but requests that each hold some arbiters, and
 * wait for those of the others, wait for ever. This class exists to show that deadlock.
 *
 * <p>Not in the lecture, which leaves the order of the queue open: the oldest goes first. That does
 * not help in a deadlock.
 */
public class MaekawaSimple extends Maekawa {

    public static final Profile PROFILE = new Profile(
            "maekawa-simple",
            Family.PERMISSION_OF_SOME,
            "Maekawa 1985, simplified",
            Assumptions.anyOrder().without(Property.PROGRESS, Property.NO_STARVATION),
            EnumSet.of(Capacity.Kind.MUTEX),
            false,
            new Profile.Costs("3(K-1)", "2T, or deadlock", "by arbiters, none global", "kept by arbiters"));

    public MaekawaSimple(int me, int nodes, RequestSets sets) {
        super(me, nodes, sets);
    }

    @Override
    public Profile profile() {
        return PROFILE;
    }

    /** Otherwise, queue up the REQUEST: nothing else. */
    @Override
    protected Arbiter sortOut(Arbiter arbiter, Ticket request, Effects<Message> out) {
        return arbiter;
    }
}
