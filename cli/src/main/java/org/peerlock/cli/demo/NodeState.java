package org.peerlock.cli.demo;

import java.util.Locale;

/** The state of a process of the demo. */
enum NodeState {
    STARTING,
    RUNNING,
    KILLED,
    STOPPED,
    /** Running again, after it was killed or paused. */
    BACK,
    LEFT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
