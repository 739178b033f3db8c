package org.peerlock.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes, after sysexits.h where it has one. */
final class Exit {

    static final int OK = 0;
    static final int DOES_NOT_HOLD = 1;
    /** Nothing wrong was found, but not all was looked at. */
    static final int INCOMPLETE = 2;
    /** As {@link #DOES_NOT_HOLD}, but only because something that should happen does not. */
    static final int NO_LIVENESS = 3;

    static final int USAGE = 64;
    static final int BAD_DATA = 65;
    static final int NO_FILE = 66;
    static final int UNAVAILABLE = 69;
    static final int SOFTWARE = 70;

    /** In the order of the codes. 69 comes mostly from the script that starts Java. */
    static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("0", "all is well");
        MEANINGS.put("1", "what was to be shown does not hold");
        MEANINGS.put("2", "nothing wrong was found, but a search reached its limit first, or memory ran out");
        MEANINGS.put("3", "somebody who waits does not enter, though nothing else is wrong");
        MEANINGS.put("64", "the command was not understood");
        MEANINGS.put("65", "a file has something wrong in it");
        MEANINGS.put("66", "a file cannot be read or written");
        MEANINGS.put("69", "Java, Maven or fonts are missing or too old, or the build failed");
        MEANINGS.put("70", "a defect of peerlock itself");
    }

    private Exit() {}
}
