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
    private static final int SHORTEST_WAIT = 16;

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
            Registry content = read.content();
            Registry changed = content == null ? create(secondsSince2020) : life.read(now, content);
            if (changed != null) {
                client = life;
                writing = changed;
                sent = now;
                outside.compareAndSet(read.version(), changed);
            }
        } else if (outcome instanceof CellOutcome.Written && written != null) {
            failures = 0;
            life.written(now, sent, written);
        } else {
            failures = Math.min(failures + 1, MOST_DOUBLINGS);
            life.readAgain();
            notBefore = now + random.nextLong((settings.timing().renewal() << failures) / SHORTEST_WAIT + 1);
        }
    }

    private Registry create(long secondsSince2020) {
        return Registry.create(
                Incarnation.draw(random),
                settings.cluster(),
                settings.protocol(),
                settings.leaseMillis(),
                settings.timing().rhoPpm(),
                secondsSince2020,
                settings.genesis());
    }
}
