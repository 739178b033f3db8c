package org.peerlock.lab.world;

import java.util.Optional;
import java.util.OptionalLong;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.Ticket;

/**
 * The order of numbers: no request enters while another one with a smaller ticket waits. The
 * number of a request is the one that its node
 * {@linkplain org.peerlock.algorithm.Algorithm#queuePosition reports}.
 */
public final class EntryOrder {

    private EntryOrder() {}

    /** Whether the requests of a system have numbers that show when they are served. */
    public static boolean isKnown(World<?, ?> world, ActiveRequest activeRequest) {
        return number(world, activeRequest).isPresent();
    }

    /** A violation, if a step let a request enter before one with a smaller ticket. */
    public static Optional<Violation> violation(StepOutcome<?, ?> stepOutcome) {
        for (Event<?> event : stepOutcome.events()) {
            if (event instanceof Event.Entered) {
                return violation(stepOutcome.world(), event.node());
            }
        }
        return Optional.empty();
    }

    private static Optional<Violation> violation(World<?, ?> world, int node) {
        for (ActiveRequest inside : world.activeRequests(node, ActiveRequest.Stage.INSIDE)) {
            for (ActiveRequest waiting : world.activeRequests(ActiveRequest.Stage.WAITING)) {
                OptionalLong ours = number(world, inside);
                OptionalLong theirs = number(world, waiting);
                if (ours.isPresent()
                        && theirs.isPresent()
                        && new Ticket(theirs.getAsLong(), waiting.node())
                                .precedes(new Ticket(ours.getAsLong(), node))) {
                    return Optional.of(new Violation(
                            Property.ORDER,
                            "node " + node + " enters with number " + ours.getAsLong() + " while node " + waiting.node()
                                    + " waits with number " + theirs.getAsLong()));
                }
            }
        }
        return Optional.empty();
    }

    private static <S extends Record, M> OptionalLong number(World<S, M> world, ActiveRequest activeRequest) {
        int node = activeRequest.node();
        return world.systemConfig()
                .node(node)
                .queuePosition(world.state(node), activeRequest.id())
                .number();
    }
}
