package org.peerlock.lab.world;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.peerlock.algorithm.data.NodeSet;

/** What was ever seen to happen in any of the worlds that came of one start: so that one knows what was tried. */
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

    /** The types of messages that were sent, by a name for each. */
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
