package org.peerlock.algorithm.permission;

import org.peerlock.algorithm.data.NodeSet;

/** The messages of {@link Membership}, in the order of the paper. */
public sealed interface MembershipMessage {

    /** Section 2: may I enter, with this number? */
    record Request(long number) implements MembershipMessage {}

    /** You may enter with that number, as far as I am concerned. */
    record Reply(long number, long fence) implements MembershipMessage {}

    /** Section 7.2.2, to a sponsor: make me a member. */
    record Join() implements MembershipMessage {}

    /** From the sponsor to all: this node is a member. */
    record Add(int node) implements MembershipMessage {}

    /** To the sponsor: it is on my list. */
    record AddAck(int node) implements MembershipMessage {}

    /**
     * From the sponsor to the new node: it is on all lists, and this is mine.
     *
     * @param members all, the new node included
     * @param highest the greatest number that the sponsor knows
     * @param failures how many members the sponsor knows to have failed
     */
    record Names(NodeSet members, long highest, long failures) implements MembershipMessage {}

    /**
     * Section 7.2.3 (1), from the new node to all: which is the highest sequence number that you
     * know?
     */
    record HsnQuery() implements MembershipMessage {}

    /** This one. */
    record Hsn(long number) implements MembershipMessage {}

    /** Section 7.3, to all: I am leaving. */
    record Leaving(long fence) implements MembershipMessage {}

    /** You are no longer on my list. */
    record LeaveAck() implements MembershipMessage {}

    /** Section 7.4: why do you not reply to my REQUEST with this number? */
    record AreYouThere(long number) implements MembershipMessage {}

    /** I am there, and still before you. */
    record YesIAmHere() implements MembershipMessage {}

    /** This node has failed. From the node itself: I had failed, and will come back. */
    record NodeFailed(int node) implements MembershipMessage {}

    /** You are not on my list: restart, and join again. */
    record Restart() implements MembershipMessage {}
}
