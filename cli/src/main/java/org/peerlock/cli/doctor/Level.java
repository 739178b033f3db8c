package org.peerlock.cli.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How good or bad something is. The later, the worse. */
enum Level {
    OK,
    /** Locks work, but may be lost or slow, or something could not be found out. */
    WARNING,
    /** A process on this machine, or a member, cannot do its work. */
    PROBLEM;

    @JsonValue
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
