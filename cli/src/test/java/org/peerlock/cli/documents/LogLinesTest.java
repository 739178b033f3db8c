package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of log lines in {@code docs/OPERATIONS.md} is that of the library. */
class LogLinesTest {

    private static final Pattern LITERALS = Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+");
    private static final Pattern LOGGED =
            Pattern.compile("\\b(?:LOG|log)\\.(?:info|warn|error)\\(\\s*(" + LITERALS + ")", Pattern.DOTALL);

    /** Below it are the lines, with {@code …} for what differs. */
    private static final String HEADING = "## Log lines";

    /** Fewer characters in common with a source are taken for chance. */
    private static final int SHORTEST = 8;

    private final Document page = Document.read(Document.ROOT.resolve("docs/OPERATIONS.md"));

    @Test
    void everyLogLineIsExplained() throws IOException {
        List<String> documented = page.firstColumn(HEADING);
        assertThat(formats().stream().filter(format -> documented.stream().noneMatch(line -> matches(format, line))))
                .as("log lines of the library that %s does not explain", page)
                .isEmpty();
    }

    @Test
    void everyExplainedLineIsLogged() throws IOException {
        String sources = sources();
        List<String> formats = formats();
        assertThat(page.firstColumn(HEADING).stream()
                        .filter(line -> formats.stream().noneMatch(format -> matches(format, line)))
                        .filter(line -> Stream.of(line.split("…"))
                                .map(String::strip)
                                .noneMatch(words -> words.length() >= SHORTEST && sources.contains(words))))
                .as("log lines in %s that the library does not write", page)
                .isEmpty();
    }

    /** What is logged at level info and above, with {@code {}} for what differs, if there are words in it. */
    private static List<String> formats() throws IOException {
        List<String> formats = new ArrayList<>();
        Matcher logged = LOGGED.matcher(sources());
        while (logged.find()) {
            String format =
                    logged.group(1).replaceAll("\"\\s*\\+?\\s*(\"|$)", "").replaceFirst("^\"", "");
            if (format.matches(".*[a-z]{3}.*")) {
                formats.add(format);
            }
        }
        return formats;
    }

    private static boolean matches(String format, String line) {
        String pattern = Stream.of(format.split("\\{}", -1))
                .map(Pattern::quote)
                .reduce((one, other) -> one + ".*" + other)
                .orElseThrow();
        return line.matches(pattern);
    }

    private static String sources() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(Document.ROOT.resolve("library/src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }
}
