package org.peerlock.cli;

import java.util.regex.Pattern;

/** Text from somewhere else which a terminal is to show, not to obey. */
public final class Harmless {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

    private Harmless() {}

    /** The text with a question mark for each control character. */
    public static String text(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
