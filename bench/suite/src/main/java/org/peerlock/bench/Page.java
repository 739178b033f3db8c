package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page in Markdown of which some parts are written by programs, between two comments that name them. */
final class Page {

    private Page() {}

    /**
     * Writes a part anew.
     *
     * @throws IOException if the page cannot be read or written, or has no such part
     */
    static void write(Path page, String part, List<String> lines) throws IOException {
        String text = Files.readString(page);
        String begin = "<!-- " + part + " -->\n";
        String end = "<!-- end of " + part + " -->";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IOException(page + " has no lines '" + begin.strip() + "' and '" + end + "'");
        }
        Files.writeString(
                page, text.substring(0, from + begin.length()) + String.join("\n", lines) + "\n" + text.substring(to));
    }
}
