package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page in Markdown of which some parts are written by programs, between two comments that name them. */
final class MarkdownPage {

    private MarkdownPage() {}

    /**
     * Writes a part anew.
     *
     * @throws IOException if the page cannot be read or written, or has no such part
     */
    static void write(Path page, String part, List<String> lines) throws IOException {
        require(page, part);
        String text = Files.readString(page);
        String begin = begin(part);
        int from = text.indexOf(begin);
        int to = text.indexOf(end(part));
        Files.writeString(
                page, text.substring(0, from + begin.length()) + String.join("\n", lines) + "\n" + text.substring(to));
    }

    /**
     * Makes sure, before there is anything to write, that it could be written.
     *
     * @throws IOException if the page cannot be read or written, or has no such part
     */
    static void require(Path page, String part) throws IOException {
        if (!Files.isRegularFile(page) || !Files.isWritable(page)) {
            throw new IOException(page + " is no file that can be written to: make one with lines " + lines(part));
        }
        String text = Files.readString(page);
        int from = text.indexOf(begin(part));
        if (from < 0 || text.indexOf(end(part)) < from) {
            throw new IOException(page + " has no lines " + lines(part) + " between which to write: add them");
        }
    }

    private static String lines(String part) {
        return "'" + begin(part).strip() + "' and '" + end(part) + "'";
    }

    private static String begin(String part) {
        return "<!-- " + part + " -->\n";
    }

    private static String end(String part) {
        return "<!-- end of " + part + " -->";
    }
}
