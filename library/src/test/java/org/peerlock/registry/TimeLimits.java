package org.peerlock.registry;

import java.time.Duration;

/** Time limits of calls to a registry, in tests. */
public final class TimeLimits {

    /** No test waits that long. */
    public static final Duration TIMEOUT = Duration.ofMinutes(1);

    private TimeLimits() {}
}
