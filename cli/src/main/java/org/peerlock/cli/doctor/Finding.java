package org.peerlock.cli.doctor;

import java.util.Collection;

/**
 * What one check has found.
 *
 * @param check its name, for scripts
 * @param text what was found
 * @param remedy what to do; empty if all is well
 */
record Finding(String check, Level level, String text, String remedy) {

    static Finding ok(String check, String text) {
        return new Finding(check, Level.OK, text, "");
    }

    static Finding warning(String check, String text, String remedy) {
        return new Finding(check, Level.WARNING, text, remedy);
    }

    static Finding problem(String check, String text, String remedy) {
        return new Finding(check, Level.PROBLEM, text, remedy);
    }

    /** The worst level of all; {@link Level#OK} if there is none. */
    static Level worst(Collection<Finding> findings) {
        return findings.stream().map(Finding::level).max(Level::compareTo).orElse(Level.OK);
    }
}
