package org.peerlock.cli.run;

import java.util.Map;

/** The environment that peerlock was given, although the script that starts Java has to change it. */
final class OriginalEnvironment {

    /** Where the script keeps the locale, if Java has got another one; empty if there was none. */
    static final String LOCALE = "PEERLOCK_LC_ALL";

    private static final String LC_ALL = "LC_ALL";

    private OriginalEnvironment() {}

    /** Undoes what the script has changed. */
    static void restore(Map<String, String> environment) {
        String locale = environment.remove(LOCALE);
        if (locale != null && locale.isEmpty()) {
            environment.remove(LC_ALL);
        } else if (locale != null) {
            environment.put(LC_ALL, locale);
        }
    }
}
