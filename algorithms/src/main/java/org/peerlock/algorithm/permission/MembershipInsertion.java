package org.peerlock.algorithm.permission;

import org.peerlock.algorithm.Assumptions;
import org.peerlock.algorithm.Effects;
import org.peerlock.algorithm.Expect;
import org.peerlock.algorithm.MembershipAlgorithm.MemberStatus;
import org.peerlock.algorithm.Timeout;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.algorithm.permission.MembershipState.Lesson;

/**
 * How a node joins the group of {@link Membership}: Ricart and Agrawala 1981, section 7.2.
 *
 * <p>The sponsor enters and asks all nodes to put the new node on their lists. When all have
 * confirmed that, it sends its own list to the new node and leaves. The new node then asks all for
 * the highest number that they know, or learns it by one of the other methods of section 7.2.3.
 *
 * <p>Not in the paper: the sponsor waits for all answers to its ADD before it sends its list; a
 * node that is asked for its highest number puts the new node on its list.
 */
public class MembershipInsertion {

    /** Section 7.2.1: "wait long enough". */
    private static final TimerId INTERVAL = new TimerId("interval");

    /** Section 7.2.3 (4): "would have time to enter and leave their critical sections". */
    private static final TimerId QUIET = new TimerId("quiet");

    final int me;
    private final int nodes;
    private final MembershipLearning learning;

    /**
     * For one node.
     *
     * @param nodes how many nodes may ever be members
     */
    public MembershipInsertion(int me, int nodes, MembershipLearning learning) {
        this.me = me;
        this.nodes = nodes;
        this.learning = learning;
    }

    /** What it needs from the network. */
    Assumptions assumptions() {
        Assumptions order = learning == MembershipLearning.FOURTH ? Assumptions.fifoOnly() : Assumptions.anyOrder();
        return order.withinTime();
    }

    final MembershipState onTimer(MembershipState s, TimerId timer, Effects<MembershipMessage> out) {
        return timer.equals(INTERVAL) ? askSponsor(s, out) : s.learned(nodes);
    }

    static void cancelTimers(Effects<MembershipMessage> out) {
        out.cancelTimer(INTERVAL);
        out.cancelTimer(QUIET);
    }

    // 7.2.1 Restart interval

    /** "If the node could have been previously operational in the group". */
    final MembershipState join(MembershipState s, int sponsor, Effects<MembershipMessage> out) {
        Expect.that(
                s.status() == MemberStatus.OUTSIDE || s.status() == MemberStatus.JOINING,
                "a member does not join again");
        NodeSet former = s.newcomer().former();
        s = s.to(MemberStatus.JOINING).with(s.newcomer().through(sponsor));
        if (former.isEmpty()) {
            return askSponsor(s, out);
        }
        for (int j : former) { // it should first notify other nodes that it failed
            out.send(j, new MembershipMessage.NodeFailed(me));
        }
        out.setTimer(INTERVAL, Timeout.roundTrip()); // and then wait long enough
        return s;
    }

    // 7.2.2 Reconcile participant lists

    private static MembershipState askSponsor(MembershipState s, Effects<MembershipMessage> out) {
        out.send(s.newcomer().sponsor(), new MembershipMessage.Join()); // A new node should contact a "sponsor" node
        return s.with(s.newcomer().asking());
    }

    MembershipState receiveJoin(MembershipState s, int x, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.MEMBER) {
            out.send(x, new MembershipMessage.Restart());
            return s;
        }
        return s.with(s.sponsorship().joining(x)); // The sponsor should then invoke mutual exclusion
    }

    /** The sponsor is inside. */
    final MembershipState introduceNext(MembershipState s, Effects<MembershipMessage> out) {
        int x = s.sponsorship().joiners().iterator().nextInt();
        NodeSet others = s.others(me).minus(x);
        for (int j : others) { // and broadcast the new node's identity before releasing mutual exclusion
            out.send(j, new MembershipMessage.Add(x));
        }
        return MembershipFailures.expectAnswers(s.with(s.sponsorship().add(x)), mustAcknowledge(others), out);
    }

    /**
     * Which of the nodes that were told of a new node must have answered before it gets their list:
     * all.
     */
    protected NodeSet mustAcknowledge(NodeSet told) {
        return told;
    }

    /** "Each node receiving this notification adds the new node number to its NAMES array." */
    MembershipState receiveAdd(MembershipState s, int x, int sponsor, Effects<MembershipMessage> out) {
        out.send(sponsor, new MembershipMessage.AddAck(x));
        return x == me ? s : s.added(x);
    }

    final MembershipState receiveAddAck(MembershipState s, int x, int j) {
        return x == s.sponsorship().adding() ? s.heard(j) : s;
    }

    /** "Initialize the new node's participant list from its own", which all have now. */
    final MembershipState admit(MembershipState s, Effects<MembershipMessage> out) {
        if (!s.sponsorship().isLost()) { // it has not failed meanwhile
            int x = s.sponsorship().adding();
            s = s.added(x);
            out.send(x, list(s));
        }
        return s.with(s.sponsorship().added());
    }

    static MembershipMessage list(MembershipState s) {
        return new MembershipMessage.Names(
                s.group().members(), s.claim().numbers().highest(), s.group().failures());
    }

    // 7.2.3 Set highest sequence number

    MembershipState receiveNames(
            MembershipState s, int j, MembershipMessage.Names names, Effects<MembershipMessage> out) {
        if (s.status() != MemberStatus.JOINING) {
            return s;
        }
        return learn(s.informed(names.members(), names.failures(), me), names.highest(), out);
    }

    /** From now on this node is on all lists, and knows all members. */
    final MembershipState learn(MembershipState s, long highest, Effects<MembershipMessage> out) {
        s = s.learning(nodes);
        NodeSet others = s.others(me);
        if (others.isEmpty()) {
            return s.learned(nodes);
        }
        return switch (learning) {
            case QUERY -> query(s, out);
            case EACH -> s.with(s.group().expecting(others)); // (2) one REQUEST message from every other node
            case WAIT -> waitForAll(s.with(s.claim().seen(highest)), out); // the value from any nearby node
            case GROWTH, FOURTH -> s;
        };
    }

    /** "(1) Ask all other nodes for their Highest_Sequence_Number." */
    private MembershipState query(MembershipState s, Effects<MembershipMessage> out) {
        for (int j : s.others(me)) {
            out.send(j, new MembershipMessage.HsnQuery());
        }
        return MembershipFailures.expectAnswers(s, s.others(me), out);
    }

    /**
     * A node that has answered asks the new node before it enters again, and its answer covers the
     * numbers of its earlier requests.
     */
    protected MembershipState receiveHsnQuery(MembershipState s, int x, Effects<MembershipMessage> out) {
        out.send(x, new MembershipMessage.Hsn(s.claim().numbers().highest()));
        return s.added(x);
    }

    final MembershipState receiveHsn(MembershipState s, long number, int j) {
        boolean learns = s.status() == MemberStatus.LEARNING;
        return learns ? s.with(s.claim().seen(number)).heard(j) : s; // (1) and use the largest
    }

    /**
     * "(4) Wait until all (N - 1) nodes would have time to enter and leave their critical
     * sections."
     */
    private MembershipState waitForAll(MembershipState s, Effects<MembershipMessage> out) {
        int others = s.others(me).size();
        out.setTimer(QUIET, new Timeout(2 * others, others));
        return s;
    }

    /** Node j has requested with number k, for the first time. */
    final MembershipState learnFrom(MembershipState s, long k, int j) {
        if (s.status() != MemberStatus.LEARNING) {
            return s;
        }
        Lesson lesson = s.newcomer().lesson().requestBy(j, k);
        s = s.with(s.newcomer().with(lesson));
        return switch (learning) {
            case QUERY, WAIT -> s;
            case EACH -> s.heard(j);
            case GROWTH -> k - lesson.first() >= nodes - 1 ? s.learned(nodes) : s; // (3) have increased by N - 1
            case FOURTH -> lesson.heard().of(j) == 4 ? s.learned(nodes) : s; // (5) the fourth from a single node
        };
    }

    /**
     * All others have answered. "The new node may request access to its critical section after any
     * of the above methods."
     */
    MembershipState answered(MembershipState s, Effects<MembershipMessage> out) {
        boolean fromAnswers = learning == MembershipLearning.QUERY || learning == MembershipLearning.EACH;
        return s.status() == MemberStatus.LEARNING && fromAnswers ? s.learned(nodes) : s;
    }
}
