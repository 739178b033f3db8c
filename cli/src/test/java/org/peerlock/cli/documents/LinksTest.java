package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link inside the repository leads somewhere, and every page can be found. */
class LinksTest {

    static List<Document> documents() {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyRelativeLinkAndAnchorExists(Document document) {
        List<String> broken = new ArrayList<>();
        for (String link : document.links()) {
            if (!isExternal(link) && !leadsSomewhere(document, link)) {
                broken.add(link);
            }
        }
        assertThat(broken).as("links of %s that lead nowhere", document).isEmpty();
    }

    private static boolean isExternal(String link) {
        return link.startsWith("http:") || link.startsWith("https:");
    }

    private static boolean leadsSomewhere(Document document, String link) {
        Path target = target(document, link);
        int hash = link.indexOf('#');
        return Files.exists(target)
                && (hash < 0 || Document.read(target).anchors().contains(link.substring(hash + 1)));
    }

    /** The file that a link names. */
    private static Path target(Document document, String link) {
        String path = link.replaceFirst("#.*", "");
        return path.isEmpty()
                ? document.file()
                : document.file().resolveSibling(path).normalize();
    }

    @Test
    void everyPageCanBeReachedFromTheReadme() {
        Set<Path> seen = new HashSet<>();
        Deque<Path> next = new ArrayDeque<>(List.of(Document.ROOT.resolve("README.md")));
        while (!next.isEmpty()) {
            Path page = next.pop();
            if (seen.add(page) && page.toString().endsWith(".md")) {
                Document document = Document.read(page);
                document.links().stream()
                        .filter(link -> !isExternal(link))
                        .map(link -> target(document, link))
                        .forEach(next::push);
            }
        }
        assertThat(seen).containsAll(documents().stream().map(Document::file).toList());
    }
}
