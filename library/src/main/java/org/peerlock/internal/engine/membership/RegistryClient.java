package org.peerlock.internal.engine.membership;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.settings.NodeSettings;

/**
 * Deals with the cell: reads it, lets the node's {@link MembershipSession} say what it is to become, and writes that if nobody has written
 * meanwhile. One operation at a time. What surely was not written and what perhaps was is all the same: it is read again.
 */
public final class RegistryClient {

    private static final int MOST_DOUBLINGS = 3;
    /** That of a cell in which nothing is. */
    private static final long NO_VERSION = 0;

    private final NodeSettings settings;
    private final RandomGenerator random;
    private final EngineEffects effects;
    /** For whom an operation is under way. */
    private @Nullable MembershipSession client;

    /** What is being written; null while reading. */
    private @Nullable ClusterState writing;

    private long sent;
    /** How many operations in a row have failed. The more, the longer this one waits, for others may be in its way. */
    private int failures;

    private long notBefore;

    public RegistryClient(NodeSettings settings, RandomGenerator random, EngineEffects effects, long now) {
        this.settings = settings;
        this.random = random;
        this.effects = effects;
        notBefore = now;
    }

    /** Begins, if there is something to do. */
    public void startIfNeeded(long now, MembershipSession session) {
        if (client == null && now - notBefore >= 0 && session.wantsRegistry(now)) {
            client = session;
            effects.readRegistry();
        }
    }

    /**
     * What came of the operation; it is for the one who began it, and means nothing if that one is over.
     *
     * @param secondsSince2020 what a cell's first epoch is taken from, if there is none
     */
    public void onOutcome(long now, MembershipSession session, RegistryOutcome outcome, long secondsSince2020) {
        ClusterState written = writing;
        boolean mine = client == session;
        client = null;
        writing = null;
        if (!mine) {
            return;
        }
        if (outcome instanceof RegistryOutcome.Read read) {
            write(now, session, read.version(), session.onRegistryRead(now, read.content()));
        } else if (outcome instanceof RegistryOutcome.Empty empty) {
            write(now, session, NO_VERSION, create(secondsSince2020, !empty.noneAlive()));
        } else if (outcome instanceof RegistryOutcome.Written && written != null) {
            failures = 0;
            session.onRegistryWritten(now, sent, written);
        } else {
            failures = Math.min(failures + 1, MOST_DOUBLINGS);
            session.requestRead();
            long longest = settings.timing().maxRetryBackoffNanos() >> (MOST_DOUBLINGS - failures);
            notBefore = now + random.nextLong(longest + 1);
        }
    }

    private void write(long now, MembershipSession session, long version, @Nullable ClusterState content) {
        if (content != null) {
            client = session;
            writing = content;
            sent = now;
            effects.writeRegistry(version, content);
        }
    }

    private ClusterState create(long secondsSince2020, boolean genesis) {
        return ClusterState.create(
                Incarnation.draw(random),
                settings.cluster(),
                settings.protocol(),
                settings.leaseMillis(),
                settings.timing().driftPpm(),
                secondsSince2020,
                genesis);
    }
}
