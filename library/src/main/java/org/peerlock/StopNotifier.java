package org.peerlock;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Remembers which holders want to know that this process is told to stop, and tells them once. */
final class StopNotifier {

    private final Map<Grant, List<Runnable>> watched = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    /** Calls the listener of this grant when the process is told to stop, or now if it was. */
    void watch(Grant grant, Runnable listener) {
        watched.merge(
                grant,
                List.of(listener),
                (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
        if (grant.isClosed()) { // perhaps before it was added
            forget(grant);
        } else if (stopping) { // perhaps the others were told a moment ago
            tell(grant);
        }
    }

    void forget(Grant grant) {
        watched.remove(grant);
    }

    void forgetLost() {
        watched.keySet().removeIf(Grant::isLost);
    }

    void tell() {
        stopping = true;
        watched.keySet().forEach(this::tell);
    }

    private void tell(Grant grant) {
        List<Runnable> listeners = watched.remove(grant);
        if (listeners != null) {
            listeners.forEach(grant::tellStopping);
        }
    }
}
