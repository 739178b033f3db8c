package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of exceptions in {@code docs/API.md} is that of the library. */
class ExceptionsTest {

    private static final Pattern THROWN = Pattern.compile("(?:@throws|throw new|class)\\s+(\\w+Exception)\\b");

    /** The packages that applications use. */
    private static final List<String> PACKAGES = List.of("org/peerlock", "org/peerlock/registry");

    @Test
    void theTableNamesAllExceptionsOfTheApiAndNoOthers() throws IOException {
        Set<String> thrown = new TreeSet<>();
        for (String name : PACKAGES) {
            try (Stream<Path> files =
                    Files.list(Document.ROOT.resolve("library/src/main/java").resolve(name))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    THROWN.matcher(Files.readString(file)).results().forEach(found -> thrown.add(found.group(1)));
                }
            }
        }
        assertThat(Document.read(Document.ROOT.resolve("docs/API.md")).firstColumn("## Exceptions"))
                .containsExactlyInAnyOrderElementsOf(thrown);
    }
}
