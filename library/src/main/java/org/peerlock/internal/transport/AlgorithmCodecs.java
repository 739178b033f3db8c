package org.peerlock.internal.transport;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.algorithm.catalogue.MessageType;
import org.peerlock.internal.io.netty.handler.codec.CorruptedFrameException;

/**
 * The algorithms that can be used between live nodes, with the number of each on the wire, and the codec of its messages. A message
 * may arrive before its view is known here, so it says itself to which algorithm it belongs.
 */
final class AlgorithmCodecs {

    /** An algorithm's number is its index. It never changes: a new one comes at the end, and an old one keeps its place. */
    static final List<String> NUMBERED = List.of(
            "lamport",
            "ricart-agrawala",
            "ra-random-increment",
            "ra-broadcast",
            "ra-broadcast-reply",
            "ra-ring-notes",
            "ra-ring-echo",
            "ra-readers-writers",
            "roucairol-carvalho",
            "raymond-k",
            "maekawa",
            "suzuki-kasami",
            "raymond-tree",
            "naimi-trehel",
            "last-entered");

    /** By number. Made when it is first needed: a node uses few of them. */
    private final List<@Nullable MessageCodec> codecs = new ArrayList<>(Collections.nCopies(NUMBERED.size(), null));

    /** @throws IllegalArgumentException if it is no live algorithm */
    int number(String algorithm) {
        int number = NUMBERED.indexOf(algorithm);
        if (number < 0) {
            throw new IllegalArgumentException(algorithm + " is not used between live nodes");
        }
        return number;
    }

    String algorithm(int number) {
        if (number >= NUMBERED.size()) {
            throw new CorruptedFrameException("a message of algorithm " + number + ", which this version does not run");
        }
        return NUMBERED.get(number);
    }

    /** For the messages of the algorithm with this number. */
    MessageCodec codec(int number) {
        MessageCodec present = codecs.get(number);
        if (present == null) {
            present = make(Catalogue.find(NUMBERED.get(number)).orElseThrow());
            codecs.set(number, present);
        }
        return present;
    }

    private static MessageCodec make(CatalogueEntry<?, ?> algorithm) {
        Capacity any = switch (algorithm.profile().serves().iterator().next()) {
            case MUTEX -> Capacity.mutex();
            case READ_WRITE -> Capacity.readWrite();
            case SEMAPHORE -> Capacity.semaphore(1);
        };
        GroupConfig config = new GroupConfig(1, any, Collections.emptySortedMap());
        return new MessageCodec(MessageType.of(algorithm.create(config).get(0)));
    }
}
