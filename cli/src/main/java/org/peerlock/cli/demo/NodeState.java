package org.peerlock.cli.demo;

import java.util.Locale;

/** How a process of the demo is. */
enum NodeState {
    STARTING,
    RUNNING,
    KILLED,
    STOPPED,
    /** Running again, after it was killed or stopped. */
    BACK,
    LEFT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
