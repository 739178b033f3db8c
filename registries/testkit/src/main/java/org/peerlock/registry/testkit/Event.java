package org.peerlock.registry.testkit;

import java.util.Locale;

/**
 * What a writer saw or did.
 *
 * @param id of the write that it read, attempted, or learned the outcome of
 * @param previous for an attempt, the id of the write whose content it replaces; otherwise empty
 * @param tag for a read, the tag of the content; for an attempt, the tag that it expects; otherwise empty
 */
record Event(Kind kind, String id, String previous, String tag) {

    enum Kind {
        /** A content was read. */
        READ,
        /** A compare-and-set begins. */
        ATTEMPTED,
        /** It returned true. */
        WRITTEN,
        /** It returned false. */
        REFUSED,
        /** It failed, and certainly wrote nothing. */
        FAILED,
        /** It failed, and may have written. */
        UNKNOWN
    }

    /** One line, for another process. */
    String line() {
        return kind.name().toLowerCase(Locale.ROOT) + "\t" + id + "\t" + previous + "\t" + tag;
    }

    static Event parse(String line) {
        String[] words = line.split("\t", -1);
        return new Event(Kind.valueOf(words[0].toUpperCase(Locale.ROOT)), words[1], words[2], words[3]);
    }
}
