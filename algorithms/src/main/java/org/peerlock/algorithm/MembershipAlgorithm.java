package org.peerlock.algorithm;

/**
 * An algorithm whose nodes join, leave and fail while it runs.
 *
 * <p>The numbers 1 to N are addresses here: some of them belong to nodes that are not members yet, or no longer.
 *
 * <p>What a driver promises, beside what {@link Algorithm} says:
 *
 * <ul>
 *   <li>{@link #onRequest} only at a {@link Standing#MEMBER};
 *   <li>{@link #onJoin} only at a node that is {@link Standing#OUTSIDE}, or {@link Standing#JOINING} through a sponsor that is
 *       no more;
 *   <li>{@link #onLeave} only at a {@link Standing#MEMBER} without a request under way;
 *   <li>to ask for the {@link #standing} after every step: a request of a node that has come to stand {@link Standing#OUTSIDE}
 *       is lost. It never enters and, if it was inside, must act on that no longer.
 * </ul>
 */
public interface MembershipAlgorithm<S extends Record, M> extends Algorithm<S, M> {

    /** How a node stands to the group. */
    enum Standing {
        /** It has nothing to do with the group: it never joined, it has left, or it was taken for failed. */
        OUTSIDE,
        /** It has asked a sponsor to be made a member. */
        JOINING,
        /** It is on the others' lists, but does not know enough to make a request. */
        LEARNING,
        /** It may make requests. */
        MEMBER,
        /** It makes no request any more, and waits until all others have taken note of that. */
        LEAVING
    }

    Standing standing(S state);

    /** This node wants to become a member, through another that is one. */
    S onJoin(S state, int sponsor, Effects<M> out);

    /** This node wants to be a member no longer. */
    S onLeave(S state, Effects<M> out);

    /** This node is told that another has failed. */
    S onFailure(S state, int failed, Effects<M> out);
}
