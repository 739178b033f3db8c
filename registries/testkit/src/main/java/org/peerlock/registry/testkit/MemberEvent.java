package org.peerlock.registry.testkit;

import java.util.Locale;

/**
 * What happened to a lock in a {@link MemberProcess}.
 *
 * @param fence the fencing token of the grant; 0 if the grant {@linkplain Kind#LASTS lasts}
 * @param nanos when it happened, or how long the grant lasts, in the time of
 *     {@link System#nanoTime}, which the processes of a machine share on Linux
 */
record MemberEvent(Kind kind, String lock, long fence, long nanos) {

    enum Kind {
        GRANTED,
        /** The grant is valid at least until this time, whatever happens. */
        LASTS,
        LOST
    }

    /** The membership view in which the lock was granted. */
    long epoch() {
        return fence >>> 32;
    }

    /** One line, for another process. */
    String line() {
        return kind.name().toLowerCase(Locale.ROOT) + "\t" + lock + "\t" + fence + "\t" + nanos;
    }

    static MemberEvent parse(String line) {
        String[] words = line.split("\t", -1);
        return new MemberEvent(
                Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
                words[1],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]));
    }
}
