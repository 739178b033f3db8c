package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.joined;
import static org.peerlock.internal.engine.membership.SampleStates.renewed;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.NodeEngine;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.internal.engine.effects.RegistryWrite;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/** When a node says that the registry has gone back, and how long it waits after writes that were refused. */
class RegistryClientTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final int READS = 100;
    private static final ClusterState EMPTY = ClusterState.create(
            id(99), RegistrySecret.WITHHELD, "cluster", new ClusterSettings(1, "ricart-agrawala"), 1, null);

    private boolean reading;
    private boolean writing;
    private ClusterState wanted = EMPTY;
    private boolean outdated;
    private long now;

    private final NodeEngine engine = new NodeEngine(
            new NodeSettings(
                    "cluster",
                    AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
                    TIMING,
                    "nowhere",
                    1,
                    1_000),
            new Random(1),
            new SentMessages() {
                @Override
                public void readRegistry() {
                    reading = true;
                }

                @Override
                public void writeRegistry(String tag, RegistryWrite write) {
                    writing = true;
                    wanted = write.content();
                }

                @Override
                public void onClusterState(ClusterState state) {}

                @Override
                public void onRegistryOutdated(long revision, long knownRevision) {
                    outdated = true;
                }

                @Override
                public void onRegistryCurrent() {
                    outdated = false;
                }
            },
            0,
            0);

    private ClusterState newest = renewed(renewed(joined(1, 2), 1), 2);

    /** A read ends. The node cannot write what it then wants to write: its record. */
    private void read(ClusterState content) {
        reading = false;
        engine.onRegistryOutcome(now, new RegistryOutcome.Read("tag", content));
        if (writing) {
            writing = false;
            engine.onRegistryOutcome(now, new RegistryOutcome.Unknown());
        }
    }

    private void awaitRead() {
        while (!reading) {
            now += TIMING.tickIntervalNanos();
            engine.onTick(now);
        }
    }

    private void learnOfNewer() {
        newest = renewed(newest, 1);
        engine.onPacket(now, id(1), new Packet.StateUpdate(newest));
    }

    @Test
    void aRegistryThatIsOlderThanWhatWasKnownBeforeTheReadHasGoneBack() {
        ClusterState older = newest;
        awaitRead();
        read(newest);
        learnOfNewer();
        for (int i = 0; i < READS; i++) {
            awaitRead();
            read(older);
        }
        assertThat(outdated).isTrue();
        awaitRead();
        read(newest);
        assertThat(outdated).isFalse();
    }

    @Test
    void aReadThatBeganBeforeTheNewerRevisionWasKnownProvesNothing() {
        awaitRead();
        read(newest);
        for (int i = 0; i < READS; i++) {
            awaitRead();
            ClusterState before = newest;
            learnOfNewer();
            read(before);
            assertThat(outdated).isFalse();
        }
    }

    /** The longest of many pauses after writes that were refused. */
    private long longestPause(ClusterState content) {
        long longest = 0;
        for (int i = 0; i < READS; i++) {
            awaitRead();
            long from = now;
            read(content);
            awaitRead();
            longest = Math.max(longest, now - from);
            read(content);
        }
        return longest - TIMING.tickIntervalNanos();
    }

    @Test
    void aNodeThatJoinsWaitsLongerAfterRefusedWritesThanOneThatRenews() {
        assertThat(longestPause(EMPTY)).isBetween(TIMING.maxJoinBackoffNanos() / 2, TIMING.maxJoinBackoffNanos());
        assertThat(wanted.members()).hasSize(1); // its own record
        ClusterState registered = wanted;
        awaitRead();
        read(registered);
        assertThat(longestPause(registered))
                .isBetween(TIMING.maxRetryBackoffNanos() / 2, TIMING.maxRetryBackoffNanos());
    }
}
