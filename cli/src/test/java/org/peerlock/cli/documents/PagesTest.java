package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The form of the pages. */
class PagesTest {

    private static final int WIDEST = 100;

    /** Commands write these pages; their sentences are as long as those of the tables beside them. */
    private static final Set<String> GENERATED = Set.of("docs/STATES.md", "docs/ASSUMPTIONS.md", "docs/RESULTS.md");

    static List<Document> documents() {
        return Document.all();
    }

    static List<Document> pages() {
        return documents().stream()
                .filter(document -> document.toString().startsWith("docs/"))
                .toList();
    }

    @Test
    void theReadmeHasAtMostThousandWords() {
        Document readme = Document.read(Document.ROOT.resolve("README.md"));
        assertThat(String.join("\n", readme.lines()).strip().split("\\s+")).hasSizeLessThanOrEqualTo(1_000);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageBeginsWithItsReaders(Document page) {
        String first = page.lines().stream()
                .skip(1)
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("");
        assertThat(first).as("the first paragraph of %s", page).matches("\\*?For .*");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void proseIsWrapped(Document document) {
        List<String> tooWide = new ArrayList<>();
        for (String line : document.prose()) {
            boolean tableOrPicture = line.startsWith("|") || line.startsWith("![");
            boolean oneWord = !line.strip().contains(" ");
            if (line.length() > WIDEST && !tableOrPicture && !oneWord) {
                tooWide.add(line);
            }
        }
        if (!GENERATED.contains(document.toString())) {
            assertThat(tooWide)
                    .as("lines of %s beyond %s columns", document, WIDEST)
                    .isEmpty();
        }
    }
}
