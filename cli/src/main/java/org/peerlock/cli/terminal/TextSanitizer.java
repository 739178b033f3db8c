package org.peerlock.cli.terminal;

import java.util.regex.Pattern;

/** Text from somewhere else which a terminal is to show, not to obey. */
public final class TextSanitizer {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private TextSanitizer() {}

    /** The text with a question mark for each control character. */
    public static String sanitize(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
