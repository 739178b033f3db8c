package org.peerlock.lab.world;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.peerlock.algorithm.data.NodeSet;

/**
 * What has ever happened in any world reached from one start, so that a report can say what was
 * tried.
 */
public final class Coverage {

    private final Set<Class<?>> messages = ConcurrentHashMap.newKeySet();
    private final Set<Integer> entered = ConcurrentHashMap.newKeySet();

    Coverage() {}

    void note(Event<?> event) {
        if (event instanceof Event.Sent<?> sent) {
            messages.add(sent.message().getClass());
        } else if (event instanceof Event.Broadcast<?> sent) {
            messages.add(sent.message().getClass());
        } else if (event instanceof Event.Entered<?>) {
            entered.add(event.node());
        }
    }

    /** The names of the message types that were sent. */
    public SortedSet<String> messages(Function<Class<?>, String> name) {
        SortedSet<String> names = new TreeSet<>();
        messages.forEach(type -> names.add(name.apply(type)));
        return names;
    }

    /** The nodes that entered. */
    public NodeSet entered() {
        return NodeSet.of(entered.stream().mapToInt(Integer::intValue).toArray());
    }
}
