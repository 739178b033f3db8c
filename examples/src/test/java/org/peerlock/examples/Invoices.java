package org.peerlock.examples;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.FenceGuard;

/** Something that a lock protects. */
final class Invoices {

    private final Map<Integer, String> states = new ConcurrentHashMap<>();
    private final FenceGuard guard = new FenceGuard();

    void save(int number, String state, long fence) {
        guard.check(fence);
        states.put(number, state);
    }

    @Nullable String state(int number) {
        return states.get(number);
    }
}
