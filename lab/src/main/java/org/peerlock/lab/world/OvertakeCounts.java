package org.peerlock.lab.world;

import java.util.Optional;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * How often each waiting node was overtaken: how many times others have entered while it waited and
 * none of its messages was under way, so that the network was not the reason.
 *
 * <p>No finite run shows that a node waits for ever. But if an algorithm bounds the count, a
 * greater one is a first sign of starvation.
 */
public record OvertakeCounts(NodeCounters counts) {

    public static OvertakeCounts none(int nodes) {
        return new OvertakeCounts(NodeCounters.zero(nodes));
    }

    public OvertakeCounts after(StepOutcome<?, ?> stepOutcome) {
        World<?, ?> world = stepOutcome.world();
        NodeCounters next = counts;
        for (int i = 1; i <= world.size(); i++) {
            int node = i;
            boolean waits =
                    !world.activeRequests(node, ActiveRequest.Stage.WAITING).isEmpty();
            boolean sends = world.underway().stream().anyMatch(envelope -> envelope.from() == node);
            long others = stepOutcome.events().stream()
                    .filter(event -> event instanceof Event.Entered && event.node() != node)
                    .count();
            next = next.with(node, waits ? counts.of(node) + (sends ? 0 : others) : 0);
        }
        return new OvertakeCounts(next);
    }

    /** A violation, if a node was overtaken more than {@code maxOvertakes} times. */
    public Optional<Violation> beyond(int maxOvertakes) {
        for (int node = 1; node <= counts.size(); node++) {
            if (counts.of(node) > maxOvertakes) {
                return Optional.of(new Violation(
                        Property.NO_STARVATION,
                        "node " + node + " waits and all that it sent has arrived, yet others entered "
                                + counts.of(node) + " times"));
            }
        }
        return Optional.empty();
    }

    /** A fingerprint of the counts. */
    public long fingerprint() {
        long print = 0;
        for (int node = 1; node <= counts.size(); node++) {
            print += counts.of(node) == 0 ? 0 : Fingerprint.at(node, Fingerprint.of(counts.of(node)));
        }
        return print;
    }
}
