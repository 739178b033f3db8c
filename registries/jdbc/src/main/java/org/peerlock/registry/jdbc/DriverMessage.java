package org.peerlock.registry.jdbc;

import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a driver says about a problem, as one line without secrets. Drivers repeat URLs, and thereby
 * passwords, in their messages; so their exceptions themselves are never passed on.
 */
final class DriverMessage {

    private static final int LONGEST = 400;
    private static final int DEEPEST_CAUSE = 5;
    private static final Pattern URL = Pattern.compile("jdbc:[^\\s\"'<>]+");
    private static final Pattern PASSWORD =
            Pattern.compile("((?:password|passwd|pwd|secret|token)\\s*=\\s*)[^\\s,;&)]+", Pattern.CASE_INSENSITIVE);

    private DriverMessage() {}

    /** Joins the messages of an exception and its causes. */
    static String of(SQLException exception, Set<String> secrets) {
        Set<String> messages = new LinkedHashSet<>();
        @Nullable Throwable cause = exception;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            String message = cause.getMessage();
            messages.add(message == null || message.isBlank() ? cause.getClass().getSimpleName() : oneLine(message));
            cause = cause.getCause();
        }
        String text = without(String.join(": ", messages), secrets);
        String shortened = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return shortened + " (SQL state " + exception.getSQLState() + ")";
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s+", " ").strip();
    }

    private static String without(String text, Set<String> secrets) {
        String clean = URL.matcher(text).replaceAll(url -> quoted(JdbcUrl.location(url.group())));
        for (String secret : secrets) {
            clean = clean.replace(secret, "...");
        }
        return PASSWORD.matcher(clean).replaceAll("$1...");
    }

    private static String quoted(String text) {
        return Matcher.quoteReplacement(text);
    }
}
