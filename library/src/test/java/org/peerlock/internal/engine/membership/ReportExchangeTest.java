package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.id;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.View;
import org.peerlock.internal.engine.context.EngineContext;
import org.peerlock.internal.engine.context.InputTime;
import org.peerlock.internal.engine.effects.EngineCounters;
import org.peerlock.internal.engine.locks.SentMessages;
import org.peerlock.internal.engine.lockword.GrantGates;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.protocol.Packet;

/** The scenarios of the testkit cover what is lost and sent again. */
class ReportExchangeTest {

    private final SentMessages sent = new SentMessages();

    private ReportExchange exchange(Incarnation me) {
        NodeSettings settings = new NodeSettings(
                "cluster",
                AlgorithmSelection.of(Catalogue.find("ricart-agrawala").orElseThrow()),
                new Timing(6_000_000_000L, 0),
                "nowhere",
                1,
                1_000);
        EngineContext context = new EngineContext(
                settings, new InputTime(0, 0), new GrantGates(), sent, new EngineCounters(), new Random(1));
        return new ReportExchange(me, new HoldReports(1_000), context);
    }

    private static View view(int members) {
        List<Incarnation> ids =
                IntStream.rangeClosed(1, members).mapToObj(SampleStates::id).toList();
        return new View(7, ids, ids);
    }

    private List<Incarnation> told() {
        return sent.taken().stream()
                .peek(one -> assertThat(one.packet()).isEqualTo(new Packet.ReportSummary(7, new TreeSet<>(), false)))
                .map(SentMessages.Posted::to)
                .toList();
    }

    @Test
    void fewMembersAreAllToldEachTime() {
        ReportExchange exchange = exchange(id(2));
        for (int i = 0; i < 3; i++) {
            exchange.sendSummary(view(4));
            assertThat(told()).containsExactlyInAnyOrder(id(1), id(3), id(4));
        }
    }

    @Test
    void ofManyMembersSomeAreToldEachTimeAndAllInTurn() {
        ReportExchange exchange = exchange(id(19));
        exchange.sendSummary(view(20));
        assertThat(told()).containsExactly(id(20), id(1), id(2), id(3), id(4), id(5), id(6), id(7));
        exchange.sendSummary(view(20));
        assertThat(told()).containsExactly(id(8), id(9), id(10), id(11), id(12), id(13), id(14), id(15));
        exchange.sendSummary(view(20));
        assertThat(told()).containsExactly(id(16), id(17), id(18), id(20), id(1), id(2), id(3), id(4));
    }
}
