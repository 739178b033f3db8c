package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The types, methods and packages that the documents name exist. */
class NamesTest {

    /** At least two capitals, so that a word at the beginning of a sentence is none. */
    private static final Pattern TYPE = Pattern.compile("(?<![-\\w])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\\b");

    private static final Pattern MEMBER = Pattern.compile("\\b[A-Z]\\w+\\.(?!java\\b|tla\\b|md\\b)[a-z]\\w+");

    private static final Pattern PACKAGE = Pattern.compile("org\\.peerlock(?:\\.[a-z]+)*");

    /** Types of the JDK and of other products that no source of this repository uses. */
    private static final Set<String> FOREIGN = Set.of("ForkJoinPool", "CallerRunsPolicy", "ReentrantLock");

    /** The sources of the repository, by their path. */
    private static final Map<Path, String> SOURCES = sources();

    private static final Set<String> IDENTIFIERS = SOURCES.values().stream()
            .flatMap(source -> TYPE.matcher(source).results())
            .map(MatchResult::group)
            .collect(Collectors.toSet());

    static List<Document> documents() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyTypeInADocumentExists(Document document) {
        assertThat(names(document, TYPE).filter(name -> !IDENTIFIERS.contains(name) && !FOREIGN.contains(name)))
                .as("names in %s that no source has", document)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyMethodOfATypeInADocumentExists(Document document) {
        assertThat(names(document, MEMBER).filter(member -> !exists(member)))
                .as("methods in %s that do not exist", document)
                .isEmpty();
    }

    /** A type that has no source here is one of others. */
    private static boolean exists(String member) {
        String[] parts = member.split("\\.", -1);
        Pattern name = Pattern.compile("\\b" + parts[1] + "\\b");
        return SOURCES.entrySet().stream()
                .filter(source -> source.getKey().endsWith(parts[0] + ".java"))
                .allMatch(source -> name.matcher(source.getValue()).find());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyPackageInADocumentExists(Document document) {
        assertThat(names(document, PACKAGE)
                        .filter(name -> SOURCES.keySet().stream()
                                .noneMatch(file -> file.getParent().endsWith(name.replace('.', '/'))
                                        || file.getParent().getParent().endsWith(name.replace('.', '/')))))
                .as("packages in %s that do not exist", document)
                .isEmpty();
    }

    private static Stream<String> names(Document document, Pattern pattern) {
        return document.codeSpans().stream()
                .flatMap(span -> pattern.matcher(span).results())
                .map(MatchResult::group)
                .distinct();
    }

    private static Map<Path, String> sources() {
        Map<Path, String> sources = new TreeMap<>();
        try {
            for (Path file : SourceFiles.in(Document.ROOT, ".java")) {
                sources.put(file, Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }
}
