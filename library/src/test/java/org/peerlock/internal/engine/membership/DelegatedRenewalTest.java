package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.apply;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.ids;
import static org.peerlock.internal.engine.membership.SampleStates.joined;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.context.Moment;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

class DelegatedRenewalTest {

    private static final Timing TIMING = new Timing(6_000_000_000L, 10_000);
    private static final long INTERVAL = TIMING.renewalIntervalNanos();
    private static final ClusterState STATE = view(1, 2, 3, 4, 5);

    private final PeerProbes probes = new PeerProbes(TIMING, 0);
    private final DelegatedRenewal renewal = new DelegatedRenewal(id(4), TIMING, probes, at(0));

    private static ClusterState view(int... numbers) {
        ClusterState proposed = apply(joined(numbers), new RegistryCommand.Propose(new TreeMap<>(), false));
        return apply(proposed, new RegistryCommand.Install(proposed.maxEpoch()));
    }

    private static Moment at(long nanos) {
        return new Moment(nanos, 1_000 + nanos / 1_000_000);
    }

    private void allAnswer(long time, int... numbers) {
        probes.probe(time, ids(numbers), false, new SentMessages());
        for (int number : numbers) {
            probes.onReply(time, id(number), new Packet.ProbeReply(time, "", ""));
        }
    }

    @Test
    void theFirstMemberThatAnswersIsAsked() {
        allAnswer(0, 1, 2, 3, 5);
        assertThat(renewal.ask(at(1), STATE)).contains(id(1));
    }

    @Test
    void aMemberThatDoesNotAnswerProbesIsNotAsked() {
        allAnswer(0, 2, 3, 5);
        assertThat(renewal.ask(at(1), STATE)).contains(id(2));
    }

    @Test
    void aMemberThatHasLeftIsNotAsked() {
        allAnswer(0, 1, 2, 3, 5);
        assertThat(renewal.ask(at(1), apply(STATE, new RegistryCommand.Leave(id(1)))))
                .contains(id(2));
    }

    @Test
    void aNodeThatIsFirstItselfWrites() {
        allAnswer(0, 5);
        assertThat(renewal.ask(at(1), STATE)).isEmpty();
    }

    @Test
    void aNodeThatIsFirstButCannotWriteAsksTheNext() {
        allAnswer(0, 5);
        renewal.onRegistryFailure(0);
        assertThat(renewal.ask(at(1), STATE)).contains(id(5));
        renewal.onRenewed();
        assertThat(renewal.ask(at(TIMING.leaseNanos()), STATE))
                .as("it tries again after a lease")
                .isEmpty();
    }

    @Test
    void aNodeThatCannotWriteAfterTwoRequestsAsksAgain() {
        allAnswer(0, 1, 2, 3);
        renewal.ask(at(0), STATE);
        renewal.ask(at(INTERVAL), STATE);
        assertThat(renewal.ask(at(2 * INTERVAL), STATE)).isEmpty();
        renewal.onRegistryFailure(2 * INTERVAL);
        assertThat(renewal.ask(at(2 * INTERVAL + 1), STATE)).contains(id(3));
    }

    @Test
    void theLeaseCountsFromTheRequest() {
        allAnswer(0, 1);
        renewal.ask(at(7), STATE);
        assertThat(renewal.onConfirmed(renewal.number())).contains(at(7));
    }

    @Test
    void onlyTheLastRequestCounts() {
        allAnswer(0, 1, 2);
        renewal.ask(at(1), STATE);
        long first = renewal.number();
        renewal.ask(at(INTERVAL), STATE);
        assertThat(renewal.onConfirmed(first)).isEmpty();
        assertThat(renewal.onConfirmed(renewal.number())).contains(at(INTERVAL));
        assertThat(renewal.onConfirmed(renewal.number())).as("once").isEmpty();
    }

    @Test
    void aMemberThatDoesNotConfirmIsPassedOverForALease() {
        allAnswer(0, 1, 2);
        renewal.ask(at(0), STATE);
        assertThat(renewal.ask(at(INTERVAL), STATE)).contains(id(2));
        renewal.onConfirmed(renewal.number());
        assertThat(renewal.ask(at(2 * INTERVAL), STATE)).contains(id(2));
        renewal.onConfirmed(renewal.number());
        long later = INTERVAL + TIMING.leaseNanos();
        allAnswer(later, 1, 2);
        assertThat(renewal.ask(at(later), STATE)).contains(id(1));
    }

    @Test
    void afterTwoRequestsWithoutAConfirmationTheNodeWritesItself() {
        allAnswer(0, 1, 2, 3);
        renewal.ask(at(0), STATE);
        renewal.ask(at(INTERVAL), STATE);
        assertThat(renewal.ask(at(2 * INTERVAL), STATE)).isEmpty();
        assertThat(renewal.ask(at(2 * INTERVAL + 1), STATE)).as("until it has").isEmpty();
        renewal.onRenewed();
        allAnswer(2 * INTERVAL, 1, 2, 3);
        assertThat(renewal.ask(at(3 * INTERVAL), STATE)).as("again").isNotEmpty();
    }
}
