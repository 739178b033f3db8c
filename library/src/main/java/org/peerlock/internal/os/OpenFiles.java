package org.peerlock.internal.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files and connections this process may have open at a time. */
public final class OpenFiles {

    private static final Pattern LIMIT = Pattern.compile("Max open files +(\\d{1,9}) .*");

    private OpenFiles() {}

    /** The limit; empty on systems without {@code /proc}, and if there is none. */
    static OptionalInt limit() {
        try {
            return limit(Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    static OptionalInt limit(List<String> lines) {
        return lines.stream()
                .map(LIMIT::matcher)
                .filter(Matcher::matches)
                .mapToInt(line -> Integer.parseInt(line.group(1)))
                .findFirst();
    }

    /**
     * Returns how many connections may be open for one purpose, so that enough files are left for all
     * others, above all for the registry: a part of the limit, but no more than the given number.
     *
     * @param divisor 4 for a quarter of the limit
     */
    public static int share(int divisor, int most) {
        return Math.max(1, Math.min(most, limit().orElse(Integer.MAX_VALUE) / divisor));
    }
}
