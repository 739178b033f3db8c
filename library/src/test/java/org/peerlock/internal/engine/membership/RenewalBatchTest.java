package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.ids;
import static org.peerlock.internal.engine.membership.SampleStates.joined;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

class RenewalBatchTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long BATCH = TIMING.renewalBatchNanos();
    private static final long INTERVAL = TIMING.renewalIntervalNanos();

    private final RenewalBatch batch = new RenewalBatch();

    private void request(long time, int from, long number, int... unreachable) {
        batch.add(time, id(from), new Packet.RenewalRequest(number, ids(unreachable)), TIMING);
    }

    /** The numbers of the confirmed requests. */
    private Map<Incarnation, Long> confirmed(ClusterState written) {
        Map<Incarnation, Long> numbers = new TreeMap<>();
        batch.onWritten(written, (to, confirmation) -> {
            assertThat(confirmation.state()).isEqualTo(written);
            numbers.put(to, confirmation.number());
        });
        return numbers;
    }

    @Test
    void requestsAreCollectedForAMoment() {
        assertThat(batch.isDue(0)).isFalse();
        request(0, 1, 1);
        assertThat(batch.isDue(BATCH - 1)).isFalse();
        request(BATCH / 2, 2, 1);
        assertThat(batch.isDue(BATCH)).as("the first one decides").isTrue();
    }

    @Test
    void oneWriteRenewsAllWithWhatTheyReport() {
        request(0, 1, 1, 7);
        request(0, 2, 1);
        assertThat(batch.commands(1))
                .containsExactly(new RegistryCommand.Renew(id(1), ids(7)), new RegistryCommand.Renew(id(2), ids()));
    }

    @Test
    void aNodeIsToldWhenItsRenewalIsCertainlyWritten() {
        request(0, 1, 41);
        request(0, 2, 42);
        batch.commands(1);
        assertThat(confirmed(joined(1, 2))).isEqualTo(Map.of(id(1), 41L, id(2), 42L));
        assertThat(confirmed(joined(1, 2))).as("once").isEmpty();
    }

    @Test
    void aNodeWithoutARecordIsNotRenewed() {
        request(0, 1, 1);
        batch.commands(1);
        assertThat(confirmed(joined(2))).isEmpty();
    }

    @Test
    void aRequestThatWasWrittenIsNotWrittenAgain() {
        request(0, 1, 1);
        batch.commands(1);
        confirmed(joined(1));
        assertThat(batch.commands(2)).isEmpty();
    }

    @Test
    void aRequestThatCameDuringTheWriteWaitsForTheNext() {
        request(0, 1, 1);
        batch.commands(1);
        request(2, 1, 2);
        assertThat(confirmed(joined(1))).isEqualTo(Map.of(id(1), 1L));
        assertThat(batch.commands(3)).hasSize(1);
        assertThat(confirmed(joined(1))).isEqualTo(Map.of(id(1), 2L));
    }

    @Test
    void aRequestIsWrittenAgainIfTheWriteFailed() {
        request(0, 1, 1);
        batch.commands(1);
        assertThat(batch.commands(2)).hasSize(1);
    }

    @Test
    void anotherOperationConfirmsNothingOfAWriteThatFailed() {
        request(0, 1, 1);
        batch.commands(1);
        batch.onOperation();
        assertThat(confirmed(joined(1))).isEmpty();
    }

    @Test
    void aRequestIsForgottenWhenTheNextOneIsOverdue() {
        request(0, 1, 1);
        assertThat(batch.commands(INTERVAL - 1)).hasSize(1);
        assertThat(batch.commands(INTERVAL)).isEmpty();
    }

    /** The two nodes may have leases of different length; this one's own does not matter. */
    @Test
    void aRequestIsUrgentAndGetsOldAsItsSenderRenews() {
        Timing shorter = new Timing(TIMING.leaseNanos() / 6, TIMING.driftPpm());
        request(0, 1, 1);
        batch.add(0, id(2), new Packet.RenewalRequest(1, ids()), shorter);
        assertThat(batch.isDue(shorter.renewalBatchNanos() - 1)).isFalse();
        assertThat(batch.isDue(shorter.renewalBatchNanos())).isTrue();
        assertThat(batch.commands(shorter.renewalIntervalNanos() - 1)).hasSize(2);
        assertThat(batch.commands(shorter.renewalIntervalNanos()))
                .containsExactly(new RegistryCommand.Renew(id(1), ids()));
    }

    @Test
    void anOlderRequestChangesNothing() {
        request(0, 1, 2, 7);
        request(1, 1, 1, 8);
        request(1, 1, 2, 9);
        assertThat(batch.commands(2)).containsExactly(new RegistryCommand.Renew(id(1), ids(7)));
    }
}
