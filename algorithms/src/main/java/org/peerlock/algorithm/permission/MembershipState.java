package org.peerlock.algorithm.permission;

import static org.peerlock.algorithm.MembershipAlgorithm.MemberStatus.JOINING;
import static org.peerlock.algorithm.MembershipAlgorithm.MemberStatus.LEARNING;
import static org.peerlock.algorithm.MembershipAlgorithm.MemberStatus.MEMBER;
import static org.peerlock.algorithm.MembershipAlgorithm.MemberStatus.OUTSIDE;
import static org.peerlock.algorithm.Phase.IDLE;
import static org.peerlock.algorithm.Phase.INSIDE;
import static org.peerlock.algorithm.Phase.WAITING;

import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Phase;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.data.Numbers;

/**
 * What a node of {@link Membership} knows.
 *
 * @param status its relation to the group
 * @param claim its state in the mutual exclusion of section 2
 * @param group the others
 * @param newcomer what it needs while it joins
 * @param sponsorship what it does for nodes that join through it
 */
public record MembershipState(
        MemberStatus status, Claim claim, Group group, Newcomer newcomer, Sponsorship sponsorship) {

    /**
     * The state of section 2.
     *
     * @param phase the phase of the claim
     * @param requestId the application's request, or {@link #NOBODY} if the claim is only for a
     *     newcomer; while a newcomer is added, the request that waits for the next claim
     * @param numbers the number of the claim, and the greatest one known
     * @param awaiting the nodes whose REPLY is still expected: Awaiting_Reply
     * @param deferred the nodes that are owed a REPLY
     * @param newest for each node, the greatest number that it has used in a REQUEST
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

        /** The numbers are kept: a node that comes back must not use a number twice. */
        Claim abandoned() {
            return new Claim(IDLE, NOBODY, numbers, NodeSet.empty(), NodeSet.empty(), newest, fence);
        }
    }

    /**
     * The others.
     *
     * @param members the nodes of the group as far as is known, including this one: NAMES
     * @param unheard the nodes from which a message is due before this one proceeds
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
         * Greater than any fence that a failed node can have used: each failure adds 2^32. If two
         * nodes fail at once, that holds only when all nodes know of both failures.
         */
        long fence() {
            return failures << Integer.SIZE;
        }
    }

    /**
     * What a node needs until it is a member.
     *
     * @param sponsor the node through which it joins; 0 if it does not join
     * @param former the members of the group when it was a member before
     * @param gone the nodes that have left or failed since it asked the sponsor, which may not know
     *     that
     * @param lesson what it has learned
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
     * What a new node has received from the others since it is on their lists.
     *
     * @param first the number of the first REQUEST; 0 if none has arrived
     * @param heard how many REQUESTs arrived from each node
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
     * @param joiners the nodes that wait to be added
     * @param adding the node that is being added now; 0 if none, {@link #LOST} if it has failed
     */
    public record Sponsorship(NodeSet joiners, int adding) {

        /** No node has this number. */
        static final int LOST = -1;

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
            return new Sponsorship(joiners.minus(x), adding == x ? LOST : adding);
        }

        boolean isAdding() {
            return adding != 0;
        }

        boolean isLost() {
            return adding == LOST;
        }
    }

    MembershipState with(Claim next) {
        return new MembershipState(status, next, group, newcomer, sponsorship);
    }

    MembershipState with(Group next) {
        return new MembershipState(status, claim, next, newcomer, sponsorship);
    }

    MembershipState with(Newcomer next) {
        return new MembershipState(status, claim, group, next, sponsorship);
    }

    MembershipState with(Sponsorship next) {
        return new MembershipState(status, claim, group, newcomer, next);
    }

    MembershipState to(MemberStatus next) {
        return new MembershipState(next, claim, group, newcomer, sponsorship);
    }

    NodeSet others(int me) {
        return group.members().minus(me);
    }

    /** Whether a claim must be made: for a request that waited, or for a newcomer. */
    boolean claimIsDue() {
        return claim.requestId() != Claim.NOBODY || !sponsorship.joiners().isEmpty();
    }

    /**
     * Whether this node answers a REQUEST from j. A node that joins does not know yet who is a
     * member.
     */
    boolean answers(int j) {
        return status == JOINING || group.members().contains(j);
    }

    MembershipState heard(int j) {
        return with(group.expecting(group.unheard().minus(j)));
    }

    MembershipState added(int x) {
        return with(group.plus(x)).with(newcomer.back(x));
    }

    /**
     * The state without a node that has left or failed: it owes nothing, and nothing is owed to it.
     */
    MembershipState without(int j) {
        Group next = group.without(j);
        return new MembershipState(
                status,
                claim.without(j),
                sponsorship.adding() == j ? next.expecting(NodeSet.empty()) : next,
                status == JOINING ? newcomer.gone(j) : newcomer,
                sponsorship.without(j));
    }

    /** The state with the participants that another node knows, and this one. */
    MembershipState informed(NodeSet list, long failures, int me) {
        NodeSet all = list.union(group.members()).minus(newcomer.gone()).plus(me); // the list may be older than we know
        return with(new Group(all, group.unheard(), Math.max(group.failures(), failures)));
    }

    MembershipState learning(int nodes) {
        return with(newcomer.with(Lesson.begun(nodes))).to(LEARNING);
    }

    MembershipState learned(int nodes) {
        return with(Newcomer.none(nodes)).to(MEMBER);
    }

    /** The state outside the group; only the list of its former members is kept. */
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
