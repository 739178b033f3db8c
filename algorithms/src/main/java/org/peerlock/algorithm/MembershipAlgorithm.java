package org.peerlock.algorithm;

/**
 * An algorithm whose nodes join, leave and fail while it runs.
 *
 * <p>The numbers 1 to N are addresses here: some of them belong to nodes that are not members yet,
 * or no longer.
 *
 * <p>What a driver guarantees, in addition to what {@link Algorithm} says:
 *
 * <ul>
 *   <li>it calls {@link #onRequest} only at a {@link MemberStatus#MEMBER};
 *   <li>it calls {@link #onJoin} only at a node that is {@link MemberStatus#OUTSIDE}, or
 *       {@link MemberStatus#JOINING} through a sponsor that has failed;
 *   <li>it calls {@link #onLeave} only at a {@link MemberStatus#MEMBER} without a request under way;
 *   <li>it reads the {@link #status} after every step: when a node has become
 *       {@link MemberStatus#OUTSIDE}, its request is lost. The request never enters; if it was inside,
 *       its application must stop at once.
 * </ul>
 */
public interface MembershipAlgorithm<S extends Record, M> extends Algorithm<S, M> {

    /** The relation of a node to the group. */
    enum MemberStatus {
        /**
         * It does not belong to the group: it never joined, it has left, or the others believe that
         * it has failed.
         */
        OUTSIDE,
        /** It has asked a sponsor to make it a member. */
        JOINING,
        /** It is on the others' lists, but does not know enough yet to make a request. */
        LEARNING,
        /** It may make requests. */
        MEMBER,
        /** It makes no requests any more, and waits until all others have acknowledged that. */
        LEAVING
    }

    MemberStatus status(S state);

    /** This node wants to become a member, through a sponsor that is one. */
    S onJoin(S state, int sponsor, Effects<M> out);

    /** This node wants to leave the group. */
    S onLeave(S state, Effects<M> out);

    /** The driver reports that another node has failed. */
    S onFailure(S state, int failed, Effects<M> out);
}
