package org.peerlock.lab.simulate;

import java.lang.invoke.MethodHandle;
import java.util.Collection;
import org.peerlock.algorithm.data.NodeCounters;
import org.peerlock.algorithm.data.NodeQueue;
import org.peerlock.algorithm.data.NodeSet;

/** The size of a message with variable-length numbers, 7 bits in each byte. */
final class ByteSize {

    private ByteSize() {}

    /** One byte for the type, plus its components. */
    static int of(Object message) {
        return 1 + ofRecord(message);
    }

    private static int ofRecord(Object value) {
        int size = 0;
        for (MethodHandle component : MessageComponents.of(value)) {
            size += ofValue(MessageComponents.read(component, value));
        }
        return size;
    }

    private static int ofValue(Object value) {
        if (value instanceof Number number) {
            return ofNumber(number.longValue());
        } else if (value instanceof NodeSet set) {
            return 1 + set.size();
        } else if (value instanceof NodeQueue queue) {
            return 1 + queue.size();
        } else if (value instanceof NodeCounters nodeCounters) {
            int size = 1;
            for (int node = 1; node <= nodeCounters.size(); node++) {
                size += ofNumber(nodeCounters.of(node));
            }
            return size;
        } else if (value instanceof Collection<?> collection) {
            int size = 1;
            for (Object element : collection) {
                size += ofValue(element);
            }
            return size;
        } else if (value instanceof Record) {
            return ofRecord(value);
        }
        return 1; // a flag or an enum constant
    }

    private static int ofNumber(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }
}
