package org.peerlock.transport;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/** Looks for more for a moment after something has come, before the thread sleeps: to be woken takes it longer than that. */
final class LookingOn implements SelectStrategy {

    private static final long NANOS = Long.getLong("spin.loop", 50_000);

    private long since = System.nanoTime();

    @Override
    public int calculateStrategy(IntSupplier ready, boolean hasTasks) throws Exception {
        int found = ready.get();
        long now = System.nanoTime();
        if (found > 0 || hasTasks) {
            since = now;
            return found;
        }
        if (now - since < NANOS) {
            Thread.yield();
            return CONTINUE;
        }
        return SELECT;
    }
}
