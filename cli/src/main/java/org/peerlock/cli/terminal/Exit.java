package org.peerlock.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes, after sysexits.h where it has one. */
public final class Exit {

    public static final int OK = 0;
    public static final int DOES_NOT_HOLD = 1;
    /** Nothing wrong was found, but not all was looked at. */
    public static final int INCOMPLETE = 2;
    /** As {@link #DOES_NOT_HOLD}, but only because something that should happen does not. */
    public static final int NO_LIVENESS = 3;

    public static final int USAGE = 64;
    public static final int BAD_DATA = 65;
    public static final int NO_FILE = 66;
    public static final int UNAVAILABLE = 69;
    public static final int SOFTWARE = 70;
    /** A lock could not be had in time. */
    public static final int NOT_ACQUIRED = 75;
    /** A lock was lost while a command ran under it. */
    public static final int LOST = 76;

    /** In the order of the codes. 69 comes mostly from the script that starts Java. */
    public static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("0", "all is well");
        MEANINGS.put("1", "what was to be shown does not hold");
        MEANINGS.put("2", "nothing wrong was found, but a search reached its limit first, or memory ran out");
        MEANINGS.put("3", "somebody who waits does not enter, though nothing else is wrong");
        MEANINGS.put("64", "the command was not understood");
        MEANINGS.put("65", "a file has something wrong in it");
        MEANINGS.put("66", "a file cannot be read or written");
        MEANINGS.put(
                "69",
                "the registry of a cluster cannot be used; or Java, Maven or fonts are missing or too old, or the build failed");
        MEANINGS.put("70", "a defect of peerlock itself");
        MEANINGS.put("75", "a lock was not acquired in time");
        MEANINGS.put("76", "a lock was lost while a command ran under it");
    }

    private Exit() {}
}
