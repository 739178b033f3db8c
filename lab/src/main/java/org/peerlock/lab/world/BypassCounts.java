package org.peerlock.lab.world;

import java.util.Optional;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * How often others have entered between a request of one node and its entry. If the node has
 * several requests under way, the count restarts when one of them enters.
 *
 * @param counts for each other node, how often it entered; if only the sum matters, the node that
 *     waits has it, and all others 0
 */
public record BypassCounts(NodeCounters counts) {

    /**
     * A bound.
     *
     * @param node the node that waits
     * @param most how often others may enter before it
     * @param each whether that is a bound for each other node, or for all together
     */
    public record Bound(int node, int most, boolean each) {}

    public static BypassCounts none(int nodes) {
        return new BypassCounts(NodeCounters.zero(nodes));
    }

    public BypassCounts after(StepOutcome<?, ?> stepOutcome, Bound bound) {
        World<?, ?> world = stepOutcome.world();
        if (world.activeRequests(bound.node(), ActiveRequest.Stage.WAITING).isEmpty()) {
            return none(world.size());
        }
        NodeCounters next = counts;
        for (Event<?> event : stepOutcome.events()) {
            if (event instanceof Event.Entered && event.node() == bound.node()) {
                next = NodeCounters.zero(world.size());
            } else if (event instanceof Event.Entered) {
                int counted = bound.each() ? event.node() : bound.node();
                next = next.with(counted, next.of(counted) + 1);
            }
        }
        return new BypassCounts(next);
    }

    /** A violation, if the bound is exceeded. */
    public Optional<Violation> beyond(Bound bound) {
        for (int node = 1; node <= counts.size(); node++) {
            if (counts.of(node) > bound.most()) {
                String who = bound.each() ? "node " + node : "others";
                return Optional.of(new Violation(
                        Property.BYPASS,
                        who + " entered " + counts.of(node) + " times while node " + bound.node() + " waited"));
            }
        }
        return Optional.empty();
    }

    public long fingerprint() {
        long print = 0;
        for (int node = 1; node <= counts.size(); node++) {
            print += counts.of(node) == 0 ? 0 : Fingerprint.at(100 + node, counts.of(node));
        }
        return print;
    }
}
