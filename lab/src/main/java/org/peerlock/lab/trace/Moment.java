package org.peerlock.lab.trace;

import java.util.List;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.lab.world.Claimant;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Outcome;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A step and what came of it.
 *
 * @param marks how each node stands after it
 */
public record Moment<M>(Step<M> step, List<Event<M>> events, List<Mark> marks, List<Violation> violations) {

    /** How a node stands. */
    public enum Mark {
        OUTSIDE('-'),
        JOINING('+'),
        IDLE('.'),
        CANCELLED('~'),
        WAITING('?'),
        SHARED('='),
        INSIDE('#'),
        CRASHED('x');

        private final char sign;

        Mark(char sign) {
            this.sign = sign;
        }

        public char sign() {
            return sign;
        }
    }

    public static <M> Moment<M> of(Step<M> step, Outcome<?, M> outcome) {
        return new Moment<>(step, outcome.events(), marks(outcome.world()), outcome.violations());
    }

    /** How the nodes stand, in order of their numbers; of several requests at a node the most advanced counts. */
    public static List<Mark> marks(World<?, ?> world) {
        Mark[] marks = new Mark[world.size()];
        for (int node = 1; node <= marks.length; node++) {
            marks[node - 1] = world.crashed().contains(node) ? Mark.CRASHED : mark(world.standing(node));
        }
        for (Claimant claimant : world.claimants()) {
            Mark mark = mark(claimant);
            if (mark.compareTo(marks[claimant.node() - 1]) > 0) {
                marks[claimant.node() - 1] = mark;
            }
        }
        return List.of(marks);
    }

    private static Mark mark(MembershipAlgorithm.Standing standing) {
        return switch (standing) {
            case OUTSIDE -> Mark.OUTSIDE;
            case JOINING, LEARNING -> Mark.JOINING;
            case MEMBER, LEAVING -> Mark.IDLE;
        };
    }

    private static Mark mark(Claimant claimant) {
        return switch (claimant.stage()) {
            case WAITING -> Mark.WAITING;
            case CANCELLED -> Mark.CANCELLED;
            case INSIDE ->
                switch (claimant.request().mode()) {
                    case SHARED -> Mark.SHARED;
                    case EXCLUSIVE -> Mark.INSIDE;
                };
        };
    }
}
