package org.peerlock.lab.scenario;

import java.util.List;
import java.util.Optional;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;

/**
 * Reads the words of a line one after the other. An unexpected word causes an error that says what
 * was expected.
 */
final class LineTokenizer {

    private final int line;
    private final List<String> words;
    private int next;

    LineTokenizer(int line, String text) {
        this.line = line;
        this.words = List.of(text.strip().split("\\s+"));
    }

    boolean more() {
        return next < words.size();
    }

    String word(String expected) {
        requireMore(expected);
        return words.get(next++);
    }

    /** Consumes the word if it is the next one. */
    boolean skip(String word) {
        boolean there = more() && words.get(next).equals(word);
        next += there ? 1 : 0;
        return there;
    }

    int number(String what, int least, int most) {
        String expected = what + " (" + least + " to " + most + ")";
        String word = word(expected);
        try {
            int number = Integer.parseInt(word);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the same message
        }
        throw error("expected " + expected + ", not '" + word + "'");
    }

    long positive(String what) {
        return number(what, 1, Integer.MAX_VALUE);
    }

    /** Consumes a word such as {@code #3}, if it is next. */
    Optional<Long> id() {
        if (!more() || !words.get(next).startsWith("#")) {
            return Optional.empty();
        }
        String word = words.get(next++);
        try {
            return Optional.of(Long.parseUnsignedLong(word.substring(1), 10));
        } catch (NumberFormatException e) {
            throw error("expected a request such as #1, not '" + word + "'");
        }
    }

    /** The rest of the line, which must not be empty. */
    String text(String expected) {
        requireMore(expected);
        return rest();
    }

    private void requireMore(String expected) {
        if (!more()) {
            throw error("expected " + expected + ", but the line ends");
        }
    }

    /** The rest of the line, with single blanks. */
    String rest() {
        String rest = String.join(" ", words.subList(next, words.size()));
        next = words.size();
        return rest;
    }

    void end() {
        if (more()) {
            throw error("expected the line to end, not '" + words.get(next) + "'");
        }
    }

    /** The error that a word is none of those that are known here. */
    ScenarioException unknown(String word, String expected, List<String> known) {
        return error("expected " + expected + ", not '" + word + "'" + SpellingSuggestion.of(word, known));
    }

    ScenarioException error(String message) {
        return new ScenarioException(line, message);
    }
}
