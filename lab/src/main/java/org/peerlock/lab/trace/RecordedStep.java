package org.peerlock.lab.trace;

import java.util.List;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.lab.world.ActiveRequest;
import org.peerlock.lab.world.Event;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.StepOutcome;
import org.peerlock.lab.world.Violation;
import org.peerlock.lab.world.World;

/**
 * A step with its outcome.
 *
 * @param marks the status of each node after the step
 */
public record RecordedStep<M>(Step<M> step, List<Event<M>> events, List<Mark> marks, List<Violation> violations) {

    /** The status of a node. */
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

    public static <M> RecordedStep<M> of(Step<M> step, StepOutcome<?, M> stepOutcome) {
        return new RecordedStep<>(step, stepOutcome.events(), marks(stepOutcome.world()), stepOutcome.violations());
    }

    /**
     * The status of the nodes, in order of their numbers; with several requests at a node the most
     * advanced one counts.
     */
    public static List<Mark> marks(World<?, ?> world) {
        Mark[] marks = new Mark[world.size()];
        for (int node = 1; node <= marks.length; node++) {
            marks[node - 1] = world.crashed().contains(node) ? Mark.CRASHED : mark(world.memberStatus(node));
        }
        for (ActiveRequest activeRequest : world.activeRequests()) {
            Mark mark = mark(activeRequest);
            if (mark.compareTo(marks[activeRequest.node() - 1]) > 0) {
                marks[activeRequest.node() - 1] = mark;
            }
        }
        return List.of(marks);
    }

    private static Mark mark(MembershipAlgorithm.MemberStatus memberStatus) {
        return switch (memberStatus) {
            case OUTSIDE -> Mark.OUTSIDE;
            case JOINING, LEARNING -> Mark.JOINING;
            case MEMBER, LEAVING -> Mark.IDLE;
        };
    }

    private static Mark mark(ActiveRequest activeRequest) {
        return switch (activeRequest.stage()) {
            case WAITING -> Mark.WAITING;
            case CANCELLED -> Mark.CANCELLED;
            case INSIDE ->
                switch (activeRequest.request().mode()) {
                    case SHARED -> Mark.SHARED;
                    case EXCLUSIVE -> Mark.INSIDE;
                };
        };
    }
}
