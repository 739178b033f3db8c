package org.peerlock.cli.run;

import java.util.Map;

/** The environment of peerlock before the script that starts Java changed it. */
final class OriginalEnvironment {

    /** Where the script saves the locale if it sets another one for Java; empty if there was none. */
    static final String LOCALE = "PEERLOCK_LC_ALL";

    private static final String LC_ALL = "LC_ALL";

    private OriginalEnvironment() {}

    /** Reverts the changes of the script. */
    static void restore(Map<String, String> environment) {
        String locale = environment.remove(LOCALE);
        if (locale != null && locale.isEmpty()) {
            environment.remove(LC_ALL);
        } else if (locale != null) {
            environment.put(LC_ALL, locale);
        }
    }
}
