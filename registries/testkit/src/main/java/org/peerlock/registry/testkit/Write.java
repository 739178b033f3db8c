package org.peerlock.registry.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A content that a writer writes. It says who writes it and which content it replaces, so that the
 * contents of a store form a chain. Its length changes from write to write, and a reader notices if
 * a part is missing.
 *
 * @param id of this write, unique
 * @param previous the id of the write whose content it replaces; {@link #NONE} if there was none
 */
record Write(String id, String previous) {

    /** The id of the write that never was: the store held nothing. */
    static final String NONE = "none";

    private static final int LONGEST_PADDING = 4_000;

    /** The n-th write of a writer. */
    static Write of(String writer, int number, String previous) {
        return new Write(writer + "-" + number, previous);
    }

    /** The write that left this content. */
    static Write parse(byte[] content) {
        if (content.length == 0) {
            return new Write(NONE, NONE);
        }
        String[] words = new String(content, UTF_8).split(" ", 3);
        if (words.length == 3) {
            Write write = new Write(words[0], words[1]);
            if (Arrays.equals(content, write.content())) {
                return write;
            }
        }
        throw new AssertionError("a content that nobody wrote, or a part of one: " + new String(content, UTF_8));
    }

    byte[] content() {
        int padding = Math.floorMod(id.hashCode() * 997, LONGEST_PADDING);
        return (id + " " + previous + " " + "=".repeat(padding) + "end").getBytes(UTF_8);
    }
}
