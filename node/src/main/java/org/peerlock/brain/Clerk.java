package org.peerlock.brain;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;

/**
 * Deals with the cell: reads it, lets the node's {@link Life} say what it is to become, and writes that if nobody has written
 * meanwhile. One operation at a time. What surely was not written and what perhaps was is all the same: it is read again.
 */
final class Clerk {

    private static final int MOST_DOUBLINGS = 3;
    /** That of a cell in which nothing is. */
    private static final long NO_VERSION = 0;

    private final Settings settings;
    private final RandomGenerator random;
    private final Outside outside;
    /** For whom an operation is under way. */
    private @Nullable Life client;

    /** What is being written; null while reading. */
    private @Nullable Registry writing;

    private long sent;
    /** How many operations in a row have failed. The more, the longer this one waits, for others may be in its way. */
    private int failures;

    private long notBefore;

    Clerk(Settings settings, RandomGenerator random, Outside outside, long now) {
        this.settings = settings;
        this.random = random;
        this.outside = outside;
        notBefore = now;
    }

    /** Begins, if there is something to do. */
    void proceed(long now, Life life) {
        if (client == null && now - notBefore >= 0 && life.wantsCell(now)) {
            client = life;
            outside.read();
        }
    }

    /**
     * What came of the operation; it is for the one who began it, and means nothing if that one is over.
     *
     * @param secondsSince2020 what a cell's first epoch is taken from, if there is none
     */
    void outcome(long now, Life life, CellOutcome outcome, long secondsSince2020) {
        Registry written = writing;
        boolean mine = client == life;
        client = null;
        writing = null;
        if (!mine) {
            return;
        }
        if (outcome instanceof CellOutcome.Read read) {
            write(now, life, read.version(), life.read(now, read.content()));
        } else if (outcome instanceof CellOutcome.Nothing nothing) {
            write(now, life, NO_VERSION, create(secondsSince2020, !nothing.nobody()));
        } else if (outcome instanceof CellOutcome.Written && written != null) {
            failures = 0;
            life.written(now, sent, written);
        } else {
            failures = Math.min(failures + 1, MOST_DOUBLINGS);
            life.readAgain();
            long longest = settings.timing().hesitation() >> (MOST_DOUBLINGS - failures);
            notBefore = now + random.nextLong(longest + 1);
        }
    }

    private void write(long now, Life life, long version, @Nullable Registry content) {
        if (content != null) {
            client = life;
            writing = content;
            sent = now;
            outside.compareAndSet(version, content);
        }
    }

    private Registry create(long secondsSince2020, boolean genesis) {
        return Registry.create(
                Incarnation.draw(random),
                settings.cluster(),
                settings.protocol(),
                settings.leaseMillis(),
                settings.timing().rhoPpm(),
                secondsSince2020,
                genesis);
    }
}
