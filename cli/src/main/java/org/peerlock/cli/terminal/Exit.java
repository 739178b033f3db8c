package org.peerlock.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes; those from 64 to 70 are as in sysexits.h. */
public final class Exit {

    public static final int OK = 0;
    public static final int DOES_NOT_HOLD = 1;
    /** Nothing wrong was found, but the search was not complete. */
    public static final int INCOMPLETE = 2;
    /** As {@link #DOES_NOT_HOLD}, but only liveness is violated. */
    public static final int NO_LIVENESS = 3;

    public static final int USAGE = 64;
    public static final int BAD_DATA = 65;
    /** There is no such file or cluster, or the file cannot be read or written. */
    public static final int NO_FILE = 66;

    public static final int UNAVAILABLE = 69;
    public static final int SOFTWARE = 70;
    /** A lock was not acquired in time. */
    public static final int NOT_ACQUIRED = 75;
    /** A lock was lost while its command was running. */
    public static final int LOST = 76;

    /** In the order of the codes. The script that starts Java uses 69, too. */
    public static final Map<String, String> MEANINGS = new LinkedHashMap<>();

    static {
        MEANINGS.put("0", "success");
        MEANINGS.put("1", "a property that was checked does not hold");
        MEANINGS.put("2", "nothing wrong was found, but the search reached its limit, or memory ran out");
        MEANINGS.put("3", "liveness does not hold: a node waits for ever; nothing else is wrong");
        MEANINGS.put("64", "the command line is wrong");
        MEANINGS.put("65", "a file has an error in it");
        MEANINGS.put("66", "a file cannot be read or written, or there is no such cluster");
        MEANINGS.put(
                "69",
                "the registry of a cluster cannot be used; or Java, Maven or fonts are missing or too old, or the build failed");
        MEANINGS.put("70", "a defect of peerlock");
        MEANINGS.put("75", "a lock was not acquired in time");
        MEANINGS.put("76", "a lock was lost while its command was running");
    }

    private Exit() {}
}
