package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The types, methods and packages that the documents name exist. */
class NamesTest {

    /** At least two capitals, so that a word at the beginning of a sentence is none. */
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\\b");

    private static final Pattern MEMBER = Pattern.compile("\\b([A-Z]\\w+)\\.([a-z]\\w+)");

    private static final Pattern PACKAGE = Pattern.compile("org\\.peerlock(?:\\.[a-z]+)*");

    /** Types of the JDK and of other products that no source of this repository uses. */
    private static final Set<String> FOREIGN = Set.of("ForkJoinPool", "CallerRunsPolicy", "ReentrantLock");

    static List<Document> documents() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyTypeInADocumentExists(Document document) throws IOException {
        Set<String> known = identifiers();
        assertThat(names(document, TYPE)
                        .filter(name -> !known.contains(name) && !FOREIGN.contains(name)))
                .as("names in %s that no source has", document)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyMethodOfATypeInADocumentExists(Document document) throws IOException {
        List<Path> sources = sources();
        List<String> missing = new ArrayList<>();
        for (String member : names(document, MEMBER).toList()) {
            String[] parts = member.split("\\.");
            for (Path file : sources) {
                if (file.endsWith(parts[0] + ".java") && !Files.readString(file).contains(" " + parts[1] + "(")) {
                    missing.add(member);
                }
            }
        }
        assertThat(missing).as("methods in %s that do not exist", document).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyPackageInADocumentExists(Document document) throws IOException {
        Set<Path> folders;
        try (Stream<Path> files = Files.walk(Document.ROOT)) {
            folders = files.filter(Files::isDirectory)
                    .filter(folder -> folder.toString().contains("src"))
                    .collect(Collectors.toSet());
        }
        assertThat(names(document, PACKAGE)
                        .filter(name -> folders.stream().noneMatch(folder -> folder.endsWith(name.replace('.', '/')))))
                .as("packages in %s that do not exist", document)
                .isEmpty();
    }

    private static Stream<String> names(Document document, Pattern pattern) {
        return document.codeSpans().stream()
                .flatMap(span -> pattern.matcher(span).results())
                .map(MatchResult::group)
                .distinct();
    }

    private static Set<String> identifiers() throws IOException {
        Set<String> found = new HashSet<>();
        for (Path file : sources()) {
            TYPE.matcher(Files.readString(file)).results().map(MatchResult::group).forEach(found::add);
        }
        return found;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Document.ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("target"))
                    .toList();
        }
    }
}
