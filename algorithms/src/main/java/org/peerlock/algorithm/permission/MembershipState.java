package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.MembershipAlgorithm.Standing.JOINING;
import static org.peerlock.algorithm.MembershipAlgorithm.Standing.LEARNING;
import static org.peerlock.algorithm.MembershipAlgorithm.Standing.MEMBER;
import static org.peerlock.algorithm.MembershipAlgorithm.Standing.OUTSIDE;
import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;

/**
 * What a node of {@link Membership} knows.
 *
 * @param standing how it stands to the group
 * @param claim its part in mutual exclusion
 * @param group the others
 * @param newcomer what it needs while it joins
 * @param sponsorship what it does for those who join through it
 */
public record MembershipState(Standing standing, Claim claim, Group group, Newcomer newcomer, Sponsorship sponsorship) {

    /**
     * The state of section 2.
     *
     * @param phase where the claim is
     * @param requestId the application's request, or {@link #NOBODY} if the claim is only for a newcomer's sake; while a
     *     newcomer is added, the request that waits for the next claim
     * @param numbers what number the claim has, and which ones are known
     * @param awaiting the nodes whose REPLY is still expected: Awaiting_Reply
     * @param deferred the nodes that are owed a REPLY
     * @param newest for each node the greatest number that it has asked with
     * @param fence the greatest fence known
     */
    public record Claim(
            Phase phase,
            long requestId,
            Numbers numbers,
            NodeSet awaiting,
            NodeSet deferred,
            NodeCounters newest,
            long fence) {

        /** No request has this id. */
        public static final long NOBODY = -1;

        static Claim none(int nodes, long fence) {
            return new Claim(
                    IDLE, NOBODY, Numbers.zero(), NodeSet.empty(), NodeSet.empty(), NodeCounters.zero(nodes), fence);
        }

        boolean requesting() {
            return phase == WAITING || phase == INSIDE;
        }

        Claim forRequest(long id) {
            return new Claim(phase, id, numbers, awaiting, deferred, newest, fence);
        }

        Claim choose(int increment, NodeSet others) {
            return new Claim(WAITING, requestId, numbers.next(increment), others, deferred, newest, fence);
        }

        Claim seen(long number) {
            return new Claim(phase, requestId, numbers.seen(number), awaiting, deferred, newest, fence);
        }

        Claim askedBy(int j, long number) {
            NodeCounters asked = newest.atLeast(j, number);
            return new Claim(phase, requestId, numbers.seen(number), awaiting, deferred, asked, fence);
        }

        Claim defer(int j) {
            return new Claim(phase, requestId, numbers, awaiting, deferred.plus(j), newest, fence);
        }

        Claim repliedBy(int j, long known) {
            return new Claim(phase, requestId, numbers, awaiting.minus(j), deferred, newest, Math.max(fence, known));
        }

        Claim enter() {
            return new Claim(INSIDE, requestId, numbers, awaiting, deferred, newest, fence);
        }

        Claim answered(Phase next) {
            return new Claim(next, requestId, numbers, awaiting, NodeSet.empty(), newest, fence);
        }

        Claim knowing(long known) {
            return new Claim(phase, requestId, numbers, awaiting, deferred, newest, Math.max(fence, known));
        }

        Claim without(int j) {
            return new Claim(phase, requestId, numbers, awaiting.minus(j), deferred.minus(j), newest, fence);
        }

        /** Numbers are kept: whoever comes back must not ask with one that it has used. */
        Claim abandoned() {
            return new Claim(IDLE, NOBODY, numbers, NodeSet.empty(), NodeSet.empty(), newest, fence);
        }
    }

    /**
     * The others.
     *
     * @param members those in the group as far as is known, this node included: NAMES
     * @param unheard those from which a word is due before this node goes on
     * @param failures how many members are known to have failed
     */
    public record Group(NodeSet members, NodeSet unheard, long failures) {

        Group plus(int j) {
            return new Group(members.plus(j), unheard, failures);
        }

        Group without(int j) {
            return new Group(members.minus(j), unheard.minus(j), failures);
        }

        Group expecting(NodeSet answers) {
            return new Group(members, answers, failures);
        }

        Group failed() {
            return new Group(members, unheard, failures + 1);
        }

        /**
         * Greater than any that a failed node can have used: after each failure there are 2^32 new ones. If two fail at once,
         * they are so only when all have heard of both.
         */
        long fence() {
            return failures << Integer.SIZE;
        }
    }

    /**
     * What a node needs until it is a member.
     *
     * @param sponsor through whom it joins; 0 if it does not
     * @param former who was in the group when it was a member before
     * @param gone who has left or failed since it asked the sponsor, who may not have heard of that
     * @param lesson what it has learnt
     */
    public record Newcomer(int sponsor, NodeSet former, NodeSet gone, Lesson lesson) {

        static Newcomer none(int nodes) {
            return new Newcomer(0, NodeSet.empty(), NodeSet.empty(), Lesson.begun(nodes));
        }

        Newcomer through(int next) {
            return new Newcomer(next, former, gone, lesson);
        }

        Newcomer leftBehind(NodeSet group) {
            return new Newcomer(0, group, NodeSet.empty(), lesson);
        }

        Newcomer asking() {
            return new Newcomer(sponsor, former, NodeSet.empty(), lesson);
        }

        Newcomer gone(int j) {
            return new Newcomer(sponsor, former, gone.plus(j), lesson);
        }

        Newcomer back(int j) {
            return new Newcomer(sponsor, former, gone.minus(j), lesson);
        }

        Newcomer with(Lesson next) {
            return new Newcomer(sponsor, former, gone, next);
        }
    }

    /**
     * What a new node has heard of the others since it is on their lists.
     *
     * @param first the number of the first REQUEST; 0 if none has come
     * @param heard how many REQUESTs came from each
     */
    public record Lesson(long first, NodeCounters heard) {

        static Lesson begun(int nodes) {
            return new Lesson(0, NodeCounters.zero(nodes));
        }

        Lesson requestBy(int j, long number) {
            return new Lesson(first == 0 ? number : first, heard.with(j, heard.of(j) + 1));
        }
    }

    /**
     * What a sponsor does.
     *
     * @param joiners who waits to be added
     * @param adding who is being added now; 0 if nobody
     */
    public record Sponsorship(NodeSet joiners, int adding) {

        static Sponsorship none() {
            return new Sponsorship(NodeSet.empty(), 0);
        }

        Sponsorship joining(int x) {
            return new Sponsorship(joiners.plus(x), adding);
        }

        Sponsorship add(int x) {
            return new Sponsorship(joiners.minus(x), x);
        }

        Sponsorship added() {
            return new Sponsorship(joiners, 0);
        }

        Sponsorship without(int x) {
            return new Sponsorship(joiners.minus(x), adding == x ? 0 : adding);
        }
    }

    MembershipState with(Claim next) {
        return new MembershipState(standing, next, group, newcomer, sponsorship);
    }

    MembershipState with(Group next) {
        return new MembershipState(standing, claim, next, newcomer, sponsorship);
    }

    MembershipState with(Newcomer next) {
        return new MembershipState(standing, claim, group, next, sponsorship);
    }

    MembershipState with(Sponsorship next) {
        return new MembershipState(standing, claim, group, newcomer, next);
    }

    MembershipState to(Standing next) {
        return new MembershipState(next, claim, group, newcomer, sponsorship);
    }

    /** Whether a REQUEST from j is to be answered. A node that joins does not know yet who is a member. */
    boolean answers(int j) {
        return standing == JOINING || group.members().contains(j);
    }

    MembershipState heard(int j) {
        return with(group.expecting(group.unheard().minus(j)));
    }

    MembershipState added(int x) {
        return with(group.plus(x)).with(newcomer.back(x));
    }

    /** Without a node that has left or failed: nothing is expected of it, nothing is owed to it. */
    MembershipState without(int j) {
        Group next = group.without(j);
        return new MembershipState(
                standing,
                claim.without(j),
                sponsorship.adding() == j ? next.expecting(NodeSet.empty()) : next,
                standing == JOINING ? newcomer.gone(j) : newcomer,
                sponsorship.without(j));
    }

    MembershipState listed(NodeSet list, long failures, int me, int nodes) {
        NodeSet all = list.union(group.members()).minus(newcomer.gone()).plus(me); // the list may be older than we know
        Group next = new Group(all, NodeSet.empty(), Math.max(group.failures(), failures));
        return new MembershipState(LEARNING, claim, next, newcomer.with(Lesson.begun(nodes)), sponsorship);
    }

    MembershipState learned(int nodes) {
        return with(Newcomer.none(nodes)).to(MEMBER);
    }

    /** With nothing left of the group but the memory who was in it. */
    MembershipState outside(int me) {
        NodeSet former = newcomer.former().union(group.members()).minus(me);
        return new MembershipState(
                OUTSIDE,
                claim.abandoned(),
                new Group(NodeSet.empty(), NodeSet.empty(), group.failures()),
                newcomer.leftBehind(former),
                Sponsorship.none());
    }
}
