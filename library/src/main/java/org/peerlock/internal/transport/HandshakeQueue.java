package org.peerlock.internal.transport;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections whose handshake is under way, by the hosts from which they come. When there are too many, the oldest one of the host with the
 * most has to go: a node needs milliseconds for a handshake, so connections that stay silent keep no node
 * out, nor does a host that opens some thousands.
 */
final class HandshakeQueue {

    private final int max;
    private int size;
    /** By host, the oldest first. */
    private final Map<String, Set<InboundConnection>> waiting = new LinkedHashMap<>();

    HandshakeQueue(int max) {
        this.max = max;
    }

    /** Adds a connection. Returns the one that has to go; null if there is room for all. */
    @Nullable InboundConnection add(InboundConnection fresh) {
        InboundConnection oldest = size < max ? null : oldestOfMost();
        if (oldest != null) {
            remove(oldest);
        }
        size++;
        waiting.computeIfAbsent(fresh.host(), host -> new LinkedHashSet<>()).add(fresh);
        return oldest;
    }

    private InboundConnection oldestOfMost() {
        Iterator<InboundConnection> most = waiting.values().stream()
                .max(Comparator.comparingInt(Set::size))
                .orElseThrow()
                .iterator();
        return most.next();
    }

    /** The handshake is over, or the connection closed. */
    void remove(InboundConnection ended) {
        Set<InboundConnection> ofHost = waiting.get(ended.host());
        if (ofHost != null && ofHost.remove(ended)) {
            size--;
            if (ofHost.isEmpty()) {
                waiting.remove(ended.host());
            }
        }
    }
}
