package org.peerlock.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Markdown page of this repository. */
record Document(Path file, List<String> lines) {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern FENCE = Pattern.compile("\\s*```(\\w*)\\s*");
    private static final Pattern CODE_SPAN = Pattern.compile("`([^`]+)`");

    /** A block of code between two fences. */
    record CodeBlock(int line, String language, List<String> lines) {}

    /** The README and its neighbours, and all pages of the folder {@code docs}. */
    static List<Document> all() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(Document::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Document read(Path file) {
        try {
            return new Document(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<CodeBlock> codeBlocks() {
        List<CodeBlock> blocks = new ArrayList<>();
        @Nullable CodeBlock open = null;
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches() && open == null) {
                open = new CodeBlock(i + 1, fence.group(1), new ArrayList<>());
            } else if (fence.matches() && open != null) {
                blocks.add(open);
                open = null;
            } else if (open != null) {
                open.lines().add(lines.get(i));
            }
        }
        return blocks;
    }

    /** The lines outside the blocks of code; those inside are empty, so that line numbers stay. */
    List<String> prose() {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : lines) {
            boolean fence = FENCE.matcher(line).matches();
            prose.add(code || fence ? "" : line);
            code ^= fence;
        }
        return prose;
    }

    /** What stands between backticks in the text. A span may go on in the next line. */
    List<String> codeSpans() {
        return CODE_SPAN
                .matcher(String.join("\n", prose()))
                .results()
                .map(span -> span.group(1).replaceAll("\\s+", " "))
                .toList();
    }

    /** What stands between backticks in the first column of the tables below a heading. */
    List<String> firstColumn(String heading) {
        List<String> spans = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            inside = line.startsWith("#") ? line.equals(heading) : inside;
            if (inside && line.startsWith("| `")) {
                CODE_SPAN.matcher(line.split(" \\| ", 2)[0]).results().forEach(span -> spans.add(span.group(1)));
            }
        }
        return spans;
    }

    /** The anchors that GitHub gives to the headings. */
    List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        for (String line : prose()) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT);
                anchors.add(heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
            }
        }
        return anchors;
    }

    /** The targets of the links and pictures. */
    List<String> links() {
        return Pattern.compile("]\\(([^)\\s]+)\\)")
                .matcher(CODE_SPAN.matcher(String.join("\n", prose())).replaceAll(""))
                .results()
                .map((MatchResult link) -> link.group(1))
                .toList();
    }

    /** Its path from the root of the repository. */
    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
