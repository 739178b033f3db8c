package org.peerlock.cli;

/** The exit codes, after sysexits.h where it has one. */
final class Exit {

    static final int OK = 0;
    static final int DOES_NOT_HOLD = 1;
    static final int USAGE = 64;
    static final int BAD_DATA = 65;
    static final int NO_FILE = 66;
    static final int SOFTWARE = 70;

    private Exit() {}
}
