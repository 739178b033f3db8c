package org.peerlock.internal.engine.membership;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.effects.EngineEffects;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;

/**
 * Runs the operations on the registry: reads it, asks the {@link RegistrySync} of the node's current incarnation what it should
 * become, and writes that if nobody has written meanwhile. Only one operation is under way at a time. A write that failed and a
 * write of unknown outcome are treated alike, and so is a read whose content is older than what is known: the registry is read
 * again, after a pause.
 */
public final class RegistryClient {

    /** The longest pause of a registered node, and that of one that joins, after this many failures in a row. */
    private static final int DOUBLINGS = 3;

    private static final int DOUBLINGS_OF_JOINER = 6;

    private final NodeSettings settings;
    private final InputTime time;
    private final RandomGenerator random;
    private final EngineEffects effects;
    /** For which incarnation an operation is under way; null if none is. */
    private @Nullable RegistrySync client;

    /** The newest revision that was known when the last read began. */
    private long knownAtStart;

    /** When the last write was sent. */
    private Moment sentAt;
    /** How many operations in a row have failed. The more, the longer the next one waits: others may be in its way. */
    private int failures;

    private long notBefore;

    /** Whether all that was read lately was older than what is known. */
    private boolean outdated;

    private long outdatedSince;

    public RegistryClient(EngineContext context) {
        settings = context.settings();
        time = context.time();
        random = context.random();
        effects = context.effects();
        sentAt = time.now();
        notBefore = time.nowNanos();
    }

    /** Starts an operation, if the session has something to do and none is under way. */
    public void startIfNeeded(MembershipSession session) {
        RegistrySync registrySync = session.registrySync();
        registrySync.delegateRenewalIfDue();
        if (client == null && time.nowNanos() - notBefore >= 0 && registrySync.wantsRegistry()) {
            client = registrySync;
            knownAtStart = registrySync.revision();
            effects.readRegistry();
        }
    }

    /**
     * The operation has ended. The outcome concerns the incarnation that started it, and means nothing to a later one.
     *
     * @param firstEpoch the first epoch of a registry that is created now
     */
    public void onOutcome(MembershipSession session, RegistryOutcome outcome, long firstEpoch) {
        RegistrySync registrySync = session.registrySync();
        boolean mine = client == registrySync;
        client = null;
        if (!mine) {
            return;
        }
        if (outcome instanceof RegistryOutcome.Read read && registrySync.isOlder(read.content())) {
            onOlder(read.content().revision(), registrySync.revision());
            retryLater(registrySync);
        } else if (outcome instanceof RegistryOutcome.Read read) {
            onCurrent();
            write(registrySync, read.tag(), registrySync.onRead(read.content()));
        } else if (outcome instanceof RegistryOutcome.Empty empty) {
            onCurrent();
            write(registrySync, empty.tag(), create(registrySync, empty.longestLeaseMillis(), firstEpoch));
        } else if (outcome instanceof RegistryOutcome.Written written) {
            failures = 0;
            registrySync.onWritten(sentAt, written.content());
        } else {
            retryLater(registrySync);
        }
    }

    private void retryLater(RegistrySync registrySync) {
        boolean joins = !registrySync.isRegistered();
        Timing timing = settings.timing();
        int doublings = joins ? DOUBLINGS_OF_JOINER : DOUBLINGS;
        failures = Math.min(failures + 1, doublings);
        registrySync.onRegistryFailure();
        long most = joins ? timing.maxJoinBackoffNanos() : timing.maxRetryBackoffNanos();
        long longest = most >> (doublings - failures);
        notBefore = time.nowNanos() + random.nextLong(longest + 1);
    }

    /**
     * A read may be stale, or may have begun before the newer revision was known. Only if neither is so for some time, the registry
     * itself has become older.
     */
    private void onOlder(long revision, long knownRevision) {
        if (revision >= knownAtStart) {
            onCurrent();
        } else if (!outdated) {
            outdated = true;
            outdatedSince = time.nowNanos();
        } else if (time.nowNanos() - outdatedSince >= settings.timing().renewalIntervalNanos()) {
            effects.onRegistryOutdated(revision, knownRevision);
        }
    }

    private void onCurrent() {
        if (outdated) {
            outdated = false;
            effects.onRegistryCurrent();
        }
    }

    private void write(RegistrySync registrySync, String tag, @Nullable RegistryWrite write) {
        if (write != null) {
            client = registrySync;
            sentAt = time.now();
            effects.writeRegistry(tag, write);
        }
    }

    /**
     * The content of a new registry. If nodes may be alive that have joined an old one, its first view waits for as long as one of
     * them may hold locks.
     */
    private RegistryWrite create(RegistrySync registrySync, OptionalLong longestLeaseMillis, long firstEpoch) {
        boolean genesis = longestLeaseMillis.isEmpty() || longestLeaseMillis.getAsLong() > 0;
        LeaseTerms known = registrySync.knowledge().longestHold();
        LeaseTerms longest =
                longestLeaseMillis.orElse(0) == 0 ? known : known.longest(terms(longestLeaseMillis.getAsLong()));
        return new NewRegistry(ClusterState.create(
                Incarnation.draw(random),
                RegistrySecret.draw(random),
                settings.cluster(),
                settings.forNewCluster(),
                firstEpoch,
                genesis ? longest : null));
    }

    /** The terms of a node that may hold locks for this time after a renewal, in true time. */
    private static LeaseTerms terms(long longestMillis) {
        return longestMillis <= Timing.LONGEST_LEASE_MILLIS
                ? new LeaseTerms(longestMillis, 0)
                : new LeaseTerms(Timing.LONGEST_LEASE_MILLIS, Timing.GREATEST_DRIFT_PPM);
    }

    /** The content of a new registry. If another node creates one first, that is the registry. */
    private record NewRegistry(ClusterState content) implements RegistryWrite {

        @Override
        public Optional<ClusterState> onTopOf(ClusterState newer) {
            return Optional.empty();
        }
    }
}
