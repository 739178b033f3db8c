package org.peerlock.internal.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 10s}, {@code 2m}, {@code 1h}, {@code 0}. */
public final class DurationParser {

    private static final Pattern FORMAT = Pattern.compile("(\\d{1,9})(ms|s|m|h)|0");

    private DurationParser() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException if it has another format
     */
    public static Duration parse(String text) {
        Matcher matcher = FORMAT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write a whole number and a unit, such as 500ms, 10s, 2m or 1h");
        }
        if (matcher.group(1) == null) {
            return Duration.ZERO;
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }
}
