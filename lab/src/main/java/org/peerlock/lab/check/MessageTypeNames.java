package org.peerlock.lab.check;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerlock.algorithm.Algorithm;
import org.peerlock.algorithm.catalogue.MessageType;
import org.peerlock.lab.trace.TextFormat;

/**
 * The names of an algorithm's message types, so that a report can list those that were never sent.
 */
final class MessageTypeNames {

    private MessageTypeNames() {}

    /** The names in the format of {@link TextFormat#name}. */
    static SortedSet<String> of(Algorithm<?, ?> algorithm) {
        SortedSet<String> types = new TreeSet<>();
        for (Class<?> type : MessageType.of(algorithm).getPermittedSubclasses()) {
            types.add(TextFormat.name(type));
        }
        types.removeAll(borrowed(algorithm.profile().id()));
        return types;
    }

    /** Types that an algorithm inherits from a related one but never sends. */
    private static Set<String> borrowed(String id) {
        return id.equals("ra-broadcast-reply") ? Set.of() : Set.of("REPLY_TO");
    }
}
