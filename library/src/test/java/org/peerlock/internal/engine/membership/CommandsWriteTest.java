package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.LEASE;
import static org.peerlock.internal.engine.membership.SampleStates.apply;
import static org.peerlock.internal.engine.membership.SampleStates.id;
import static org.peerlock.internal.engine.membership.SampleStates.ids;
import static org.peerlock.internal.engine.membership.SampleStates.joined;
import static org.peerlock.internal.engine.membership.SampleStates.renewed;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.effects.RegistryWrite;

class CommandsWriteTest {

    private static final ClusterState BASE = joined(1, 2);
    private static final RegistryCommand JOIN =
            new RegistryCommand.Join(id(3), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0);

    private static Optional<RegistryWrite> write(RegistryCommand... commands) {
        return CommandsWrite.of(
                BASE,
                List.of(commands),
                (command, content) -> content.apply(command).orElse(content));
    }

    private static Optional<ClusterState> onTop(ClusterState newer, RegistryCommand... commands) {
        return write(commands).orElseThrow().onTopOf(newer);
    }

    private static RegistryCommand drop(int number) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        drops.put(
                id(number),
                Objects.requireNonNull(BASE.members().get(id(number))).stamp());
        return new RegistryCommand.Propose(drops, false);
    }

    private static RegistryCommand replaceSettings(ClusterSettings settings) {
        SortedMap<Incarnation, Long> drops = new TreeMap<>();
        BASE.members().forEach((id, memberRecord) -> drops.put(id, memberRecord.stamp()));
        return new RegistryCommand.ReplaceSettings(
                settings,
                drops,
                new RegistryCommand.Join(id(4), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0));
    }

    @Test
    void commandsThatChangeNothingAreNotWritten() {
        assertThat(write(new RegistryCommand.Leave(id(3)))).isEmpty();
        assertThat(write()).isEmpty();
    }

    @Test
    void commandsAreAppliedToWhatAnotherNodeHasWrittenMeanwhile() {
        ClusterState newer = renewed(BASE, 1);
        RegistryCommand leave = new RegistryCommand.Leave(id(2));

        assertThat(onTop(newer, leave)).contains(apply(newer, leave));
    }

    @Test
    void aNodeThatJoinsDoesNotTryAgainAtOnce() {
        assertThat(onTop(renewed(BASE, 1), JOIN)).isEmpty();
    }

    @Test
    void aNodeThatWasDroppedMeanwhileDoesNotRenew() {
        ClusterState newer = apply(BASE, drop(1));

        assertThat(onTop(newer, new RegistryCommand.Renew(id(1), ids()))).isEmpty();
    }

    @Test
    void aNodeThatHasRenewedMeanwhileIsNotDropped() {
        assertThat(onTop(renewed(BASE, 1), drop(1))).isEmpty();
    }

    @Test
    void nothingIsWrittenUnderOtherSettings() {
        ClusterState newer = apply(BASE, replaceSettings(new ClusterSettings(1, "ricart-agrawala", 60_000)));

        assertThat(onTop(newer, new RegistryCommand.Leave(id(2)))).isEmpty();
    }

    @Test
    void aViewWithOtherAlgorithmsIsNotInTheWay() {
        RegistryCommand other = new RegistryCommand.Join(
                id(4), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0, "maekawa");
        ClusterState proposed = apply(apply(BASE, other), new RegistryCommand.Propose(new TreeMap<>(), false));
        ClusterState newer = apply(proposed, new RegistryCommand.Install(proposed.maxEpoch()));

        assertThat(newer.settings()).isNotEqualTo(BASE.settings());
        RegistryCommand renew = new RegistryCommand.Renew(id(1), ids());
        assertThat(onTop(newer, renew)).contains(apply(newer, renew));
    }

    @Test
    void nothingIsWrittenToAnotherRegistry() {
        ClusterState other = ClusterState.create(
                id(98), RegistrySecret.WITHHELD, "cluster", new ClusterSettings(1, "ricart-agrawala"), 1, null);
        for (int number = 4; number < 9; number++) {
            other = apply(
                    other,
                    new RegistryCommand.Join(
                            id(number), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, LEASE, 0));
        }

        assertThat(onTop(other, JOIN)).isEmpty();
    }

    @Test
    void nothingIsWrittenToAnOlderContent() {
        assertThat(onTop(joined(1), JOIN)).isEmpty();
        assertThat(onTop(BASE, JOIN)).as("what the store has refused").isEmpty();
    }
}
