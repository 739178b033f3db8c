package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.internal.engine.membership.SampleStates.LEASE;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.TestNode.Event;

class TransportTest {

    private TestNode one;
    private TestNode two;

    @BeforeEach
    void start() throws IOException {
        one = new TestNode(1);
        two = new TestNode(2);
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    private void introduce() {
        one.learn(registry(one, two));
        two.learn(registry(one, two));
    }

    private static Packet.Data data(long number) {
        return new Packet.Data(
                1, number, 0, "lock", Capacity.mutex(), "ricart-agrawala", new RicartAgrawala.Message.Reply(number));
    }

    @Test
    void theSenderDialsAndAnswersComeBackOnTheSameConnection() {
        introduce();
        two.send(one, new Packet.Probe(1));
        one.awaitReceived(new Packet.Probe(1));
        one.send(two, new Packet.ProbeReply(1, "label", "1.0"));
        two.awaitReceived(new Packet.ProbeReply(1, "label", "1.0"));
        assertThat(one.events).containsExactly(new Event("connected", two.id));
        assertThat(two.events).containsExactly(new Event("connected", one.id));
        assertThat(one.ask(one.transport::open)).isEqualTo(1);
        assertThat(two.ask(two.transport::open)).isEqualTo(1);
    }

    @Test
    void packetsOfAllKindsArrive() {
        introduce();
        Packet first = new Packet.Probe(1);
        one.send(two, first);
        two.awaitReceived(first); // of probes that wait for a dial only the last one is sent
        List<Packet> packets = new Samples(11).packets();
        packets.forEach(packet -> one.send(two, packet));
        one.send(two, data(2));
        two.awaitReceived(data(2));
        assertThat(two.received).startsWith(first).endsWith(data(2));
        assertThat(two.received.subList(1, two.received.size() - 1)).containsExactlyElementsOf(packets);
    }

    @Test
    void aJoinerWhomNobodyKnowsIsAnswered() {
        one.learn(registry(one, two)); // but two does not know of one
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        two.send(one, new Packet.ProbeReply(1, "label", "1.0"));
        one.awaitReceived(new Packet.ProbeReply(1, "label", "1.0"));
        two.learn(without(one));
        two.send(one, new Packet.ProbeReply(2, "label", "1.0"));
        one.awaitReceived(new Packet.ProbeReply(2, "label", "1.0"));
    }

    /** Both were registered; then one has gone. */
    private ClusterState without(TestNode gone) {
        return registry(one, two).apply(new RegistryCommand.Leave(gone.id)).orElseThrow();
    }

    @Test
    void aPacketThatWasSentJustBeforeTheEndArrives() {
        introduce();
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        one.on(() -> {
            one.transport.send(two.id, new Packet.Probe(2));
            one.transport.close();
        });
        two.awaitReceived(new Packet.Probe(2));
    }

    @Test
    void theDialerClosesTheConnectionToANodeThatIsNoLongerRegistered() {
        introduce();
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        one.learn(without(two));
        await("hears that", () -> two.count("disconnected") == 1);
        assertThat(one.count("disconnected")).isZero();
        one.send(two, new Packet.Probe(2)); // goes nowhere
        one.learn(TestNode.join(without(two), two.id, two.port()));
        one.send(two, new Packet.Probe(3));
        two.awaitReceived(new Packet.Probe(3));
        assertThat(two.received).doesNotContain(new Packet.Probe(2));
    }

    @Test
    void messagesOfAlgorithmsAreNotKeptWhileDialingForTheyAreRepeatedAfterwards() {
        introduce();
        one.onConnected = () -> one.transport.send(two.id, data(2));
        one.on(() -> {
            one.transport.send(two.id, data(1));
            one.transport.send(two.id, new Packet.Probe(1));
        });
        two.awaitReceived(data(2));
        assertThat(two.received).containsExactly(new Packet.Probe(1), data(2));
    }

    @Test
    void noMoreThanAHundredPacketsAreKeptWhileDialing() {
        introduce();
        one.onConnected = () -> one.transport.send(two.id, data(1));
        one.on(() -> {
            for (int i = 0; i < 1_000; i++) {
                one.transport.send(two.id, new Packet.Ack(1, i));
            }
        });
        two.awaitReceived(data(1));
        assertThat(two.received).hasSize(101);
    }

    @Test
    void aNodeWithANewIncarnationIsKnownByThatOnly() {
        introduce();
        two.send(one, new Packet.Probe(1));
        one.awaitReceived(new Packet.Probe(1));
        two.on(() -> two.transport.setIncarnation(TestNode.id(3)));
        await("notices", () -> one.count("disconnected") == 1);
        ClusterState next = TestNode.join(registry(one), TestNode.id(3), two.port());
        one.learn(next);
        two.learn(next);
        one.on(() -> {
            one.transport.send(two.id, new Packet.Probe(2)); // the old name
            one.transport.send(TestNode.id(3), new Packet.Probe(3));
        });
        two.awaitReceived(new Packet.Probe(3));
        assertThat(one.events).contains(new Event("connected", TestNode.id(3)));
        assertThat(two.received).containsExactly(new Packet.Probe(3));
    }

    @Test
    void aCallForAnEarlierLifeIsRefusedWithoutMuchAdo() {
        introduce();
        two.on(() -> two.transport.setIncarnation(TestNode.id(3)));
        try (LogLines lines = new LogLines(Connection.LOG)) {
            one.send(two, new Packet.Probe(1));
            // the second attempt shows that the first is over
            await("gives up", () -> {
                one.send(two, new Packet.Probe(2));
                return one.ask(() -> one.transport.peer(two.id).failures()) >= 2;
            });
            assertThat(lines.warnings()).isEmpty();
            assertThat(two.received).isEmpty();
        }
    }

    @Test
    void bothDialAtOnceAndSettleOnOneConnection() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (TestNode a = new TestNode(10);
                    TestNode b = new TestNode(11)) {
                a.learn(registry(a, b));
                b.learn(registry(a, b));
                a.loops.execute(() -> a.transport.send(b.id, new Packet.Probe(1)));
                b.loops.execute(() -> b.transport.send(a.id, new Packet.Probe(2)));
                await(
                        "settles",
                        () -> a.count("connected") > 0
                                && b.count("connected") > 0
                                && a.ask(a.transport::open) == 1
                                && b.ask(b.transport::open) == 1);
                a.send(b, new Packet.Probe(3));
                b.send(a, new Packet.Probe(4));
                b.awaitReceived(new Packet.Probe(3));
                a.awaitReceived(new Packet.Probe(4));
                assertThat(a.ask(a.transport::open)).isEqualTo(1);
                assertThat(a.count("disconnected") + b.count("disconnected")).isZero();
                assertThat(a.count("connected")).isLessThanOrEqualTo(2);
                assertThat(b.count("connected")).isLessThanOrEqualTo(2);
            }
        }
    }

    @Test
    void aNodeThatDiesIsMissedAndOneThatComesBackIsFound() throws IOException {
        introduce();
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        two.close();
        await("misses it", () -> one.count("disconnected") == 1);
        TestNode again = new TestNode(3);
        two = again;
        one.learn(registry(one, again));
        one.send(again, new Packet.Probe(2));
        again.awaitReceived(new Packet.Probe(2));
    }

    @Test
    void sentBytesAreCounted() {
        introduce();
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        long before = one.transport.bytesSent();
        one.send(two, new Packet.Probe(2));
        two.awaitReceived(new Packet.Probe(2));
        assertThat(one.transport.bytesSent() - before)
                .isEqualTo(7); // its length in four bytes, its kind, its number, and one that is reserved
        assertThat(two.transport.bytesSent()).isPositive(); // it has identified itself
    }

    @Test
    void worksWithoutEpollToo() throws IOException {
        try (TestNode nio = new TestNode(5, "orders", ConnectionLimits.NORMAL, SharedEventLoop.named("nio", false))) {
            one.learn(registry(one, nio));
            one.send(nio, new Packet.Probe(1));
            nio.awaitReceived(new Packet.Probe(1));
            nio.send(one, new Packet.ProbeReply(1, "label", "1.0"));
            one.awaitReceived(new Packet.ProbeReply(1, "label", "1.0"));
        }
    }

    @Test
    void anAddressThatCannotBeUsedIsReported() {
        assertThatThrownBy(() -> bind(new ListenAddress("127.0.0.1", one.port(), one.port()), "orders"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen at 127.0.0.1:" + one.port());
        assertThatThrownBy(() -> bind(new ListenAddress("no-such-host.invalid", 0, 0), "orders"))
                .isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> bind(ListenAddress.LOOPBACK, "x".repeat(201)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 200");
    }

    private void bind(ListenAddress address, String cluster) throws IOException {
        NetworkSettings network = new NetworkSettings(address, "127.0.0.1", 0, PlainText.ON_LOOPBACK);
        Transport.bind(one.loops, network, TestNode.settings(cluster), one);
    }

    @Test
    void listensAtTheFirstFreePortOfARangeAndAdvertisesWhatItIsTold() throws IOException {
        ListenAddress range = new ListenAddress("127.0.0.1", one.port(), Math.min(one.port() + 100, 65_535));
        Transport second = bind(range, "127.0.0.1", 0);
        Transport third = bind(range, "node3.example.com", 7100);
        assertThat(AddressText.parse(second.endpoint().address()).getPort())
                .isGreaterThan(range.firstPort())
                .isLessThanOrEqualTo(range.lastPort());
        assertThat(third.endpoint()).isEqualTo(Endpoint.plain("node3.example.com:7100"));
        two.on(second::close);
        two.on(third::close);
    }

    /** Of the other loop, without Unix sockets. */
    private Transport bind(ListenAddress where, String advertisedHost, int advertisedPort) throws IOException {
        NetworkSettings network = new NetworkSettings(where, advertisedHost, advertisedPort, PlainText.ON_LOOPBACK);
        return Transport.bind(two.loops, network, TestNode.settings("orders"), two, TestNode.BY_TCP);
    }

    @Test
    void aNodeIsReachedByIpVersion6() throws IOException {
        Assumptions.assumeTrue(hasIpVersion6(), "this machine has no loopback address of IPv6");
        Transport six = bind(new ListenAddress("::1", 0, 0), "::1", 0);
        ClusterState known = TestNode.join(registry(one), TestNode.id(6), six.endpoint());
        two.on(() -> {
            six.setIncarnation(TestNode.id(6));
            six.updateMembers(known);
        });
        one.learn(known);
        one.on(() -> one.transport.send(TestNode.id(6), new Packet.Probe(6)));
        two.awaitReceived(new Packet.Probe(6));
        two.on(six::close);
    }

    /** ::1 */
    private static byte[] loopbackOfIpVersion6() {
        byte[] address = new byte[16];
        address[15] = 1;
        return address;
    }

    private static boolean hasIpVersion6() {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByAddress(loopbackOfIpVersion6()))) {
            return server.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void anOlderStateForgetsNoMember() {
        ClusterState before = registry(one);
        one.learn(registry(one, two));
        one.learn(before);
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
    }

    @Test
    void anAddressThatMustNotBeDialedIsSaidAndTheOthersAreReachedNevertheless() {
        ClusterState clusterState = registry(one, two)
                .apply(new RegistryCommand.Join(
                        TestNode.id(7), Endpoint.plain("10.0.0.7:80"), ProtocolRange.OF_LIBRARY, LEASE, 0))
                .orElseThrow();
        try (LogLines lines = new LogLines(Connection.LOG)) {
            one.learn(clusterState);
            one.on(() -> one.transport.send(TestNode.id(7), new Packet.Probe(1)));
            one.send(two, new Packet.Probe(2));
            two.awaitReceived(new Packet.Probe(2));
            assertThat(lines.warnings())
                    .containsExactly("Node " + TestNode.id(7).shortId()
                            + " at 10.0.0.7:80 cannot be dialed: it does not encrypt its connections, and this node does so"
                            + " only on its own machine. Use the same settings for connections in all processes.");
        }
    }

    @Test
    void afterTheEndNothingIsSentOrReceived() {
        introduce();
        one.send(two, new Packet.Probe(1));
        two.awaitReceived(new Packet.Probe(1));
        one.on(one.transport::close);
        one.send(two, new Packet.Probe(2));
        one.learn(registry(one, two));
        one.send(two, new Packet.Probe(3));
        await("notices", () -> two.count("disconnected") == 1);
        await("ends", () -> one.ask(one.transport::open) == 0);
        assertThat(two.received).containsExactly(new Packet.Probe(1));
    }
}
