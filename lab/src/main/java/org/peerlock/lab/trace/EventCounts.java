package org.peerlock.lab.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerlock.lab.world.Event;

/**
 * The totals of a run.
 *
 * @param entered the nodes that entered, in order
 * @param messages how many messages of each type were sent, in order of first occurrence; a
 *     broadcast counts as one
 */
public record EventCounts(List<Integer> entered, Map<String, Integer> messages) {

    public static EventCounts of(Iterable<? extends Event<?>> events) {
        List<Integer> entered = new ArrayList<>();
        Map<String, Integer> messages = new LinkedHashMap<>();
        for (Event<?> event : events) {
            if (event instanceof Event.Entered<?> entry) {
                entered.add(entry.node());
            } else if (event instanceof Event.Sent<?> sent) {
                messages.merge(TextFormat.name(sent.message().getClass()), 1, Integer::sum);
            } else if (event instanceof Event.Broadcast<?> sent) {
                messages.merge(TextFormat.name(sent.message().getClass()), 1, Integer::sum);
            }
        }
        return new EventCounts(entered, messages);
    }

    /** How many messages were sent. */
    public int total() {
        return messages.values().stream().mapToInt(Integer::intValue).sum();
    }
}
