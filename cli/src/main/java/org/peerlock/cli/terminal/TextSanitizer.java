package org.peerlock.cli.terminal;

import java.util.regex.Pattern;

/** Removes control characters from text of other processes, so that it cannot control the terminal. */
public final class TextSanitizer {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private TextSanitizer() {}

    /** Replaces each control character by a question mark. */
    public static String sanitize(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
