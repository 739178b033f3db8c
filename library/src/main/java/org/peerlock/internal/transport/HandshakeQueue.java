package org.peerlock.internal.transport;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections whose handshake is under way, the oldest first. When there are too many, the oldest has to go: a node needs
 * milliseconds for a handshake, so connections that stay silent cannot keep nodes out.
 */
final class HandshakeQueue {

    private final int max;
    private final Set<InboundConnection> waiting = new LinkedHashSet<>();

    HandshakeQueue(int max) {
        this.max = max;
    }

    /** Adds a connection. Returns the one that has to go; null if there is room for all. */
    @Nullable InboundConnection add(InboundConnection fresh) {
        InboundConnection oldest = null;
        if (waiting.size() >= max) {
            Iterator<InboundConnection> all = waiting.iterator();
            oldest = all.next();
            all.remove();
        }
        waiting.add(fresh);
        return oldest;
    }

    /** The handshake is over, or the connection closed. */
    void remove(InboundConnection ended) {
        waiting.remove(ended);
    }
}
