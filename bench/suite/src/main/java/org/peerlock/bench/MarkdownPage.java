package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A page in Markdown with generated sections. Two comments mark the start and the end of a section.
 */
final class MarkdownPage {

    private MarkdownPage() {}

    /**
     * Replaces the content of a section.
     *
     * @throws IOException if the page cannot be read or written, or has no such section
     */
    static void write(Path page, String section, List<String> lines) throws IOException {
        require(page, section);
        String text = Files.readString(page);
        String begin = begin(section);
        int from = text.indexOf(begin);
        int to = text.indexOf(end(section));
        Files.writeString(
                page, text.substring(0, from + begin.length()) + String.join("\n", lines) + "\n" + text.substring(to));
    }

    /**
     * Fails early if the section could not be written.
     *
     * @throws IOException if the page cannot be read or written, or has no such section
     */
    static void require(Path page, String section) throws IOException {
        if (!Files.isRegularFile(page) || !Files.isWritable(page)) {
            throw new IOException(page + " is not a writable file: create one with the lines " + markers(section));
        }
        String text = Files.readString(page);
        int from = text.indexOf(begin(section));
        if (from < 0 || text.indexOf(end(section)) < from) {
            throw new IOException(page + " lacks the lines " + markers(section) + ": add them where the tables belong");
        }
    }

    private static String markers(String section) {
        return "'" + begin(section).strip() + "' and '" + end(section) + "'";
    }

    private static String begin(String section) {
        return "<!-- " + section + " -->\n";
    }

    private static String end(String section) {
        return "<!-- end of " + section + " -->";
    }
}
