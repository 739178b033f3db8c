package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.engine.membership.SampleStates.LEASE;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.protocol.Packet;

/** What a transport makes of the members that the registry has, and of those that connect to it. */
class TransportMembersTest {

    private TestNode one;
    private TestNode two;

    @BeforeEach
    void start() throws IOException {
        one = new TestNode(1, "orders", TestNode.BY_TCP);
        two = new TestNode(2, "orders", TestNode.BY_TCP);
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
    }

    @Test
    void aNodeThatBecomesAnotherStillKnowsTheMembers() {
        two.learn(registry(one));
        two.on(() -> two.transport.setIncarnation(id(3)));
        two.send(one, new Packet.Probe(1));
        one.awaitReceived(new Packet.Probe(1));
    }

    @Test
    void theSameIncarnationOnceMoreClosesNoConnection() {
        two.learn(registry(one));
        two.send(one, new Packet.Probe(1));
        one.awaitReceived(new Packet.Probe(1));
        two.on(() -> two.transport.setIncarnation(two.id));
        two.send(one, new Packet.Probe(2));
        one.awaitReceived(new Packet.Probe(2));
        assertThat(one.events).containsExactly(new TestNode.Event("connected", two.id));
    }

    @Test
    void anotherRegistryReplacesOneWithAGreaterRevision() {
        two.learn(registry(one, two)); // its revision is 3
        ClusterState other = ClusterState.create(
                id(98), TestNode.SECRET, "orders", new ClusterSettings(1, "naimi-trehel"), 1, LEASE);
        two.learn(other);
        two.send(one, new Packet.Probe(1)); // goes nowhere
        two.learn(join(other, one.id, one.transport.endpoint()));
        two.send(one, new Packet.Probe(2));
        one.awaitReceived(new Packet.Probe(2));
        assertThat(one.received).containsExactly(new Packet.Probe(2));
    }

    @Test
    void anAddressThatCannotBeReadIsLogged() {
        try (LogLines lines = new LogLines(Connection.LOG)) {
            two.learn(join(registry(one), id(7), Endpoint.plain("nowhere")));
            assertThat(lines.warnings())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "Node " + id(7).shortId() + " at nowhere cannot be dialed: 'nowhere' is not an address");
        }
        two.on(() -> two.transport.send(id(7), new Packet.Probe(1))); // goes nowhere
        assertThat(two.ask(() -> two.transport.peer(id(7)).place())).isEqualTo("nowhere");
        assertThat(two.ask(two.transport::open)).isZero();
    }

    @Test
    void aMemberWhoseNewAddressCannotBeReadIsNotDialedAtItsOldOne() {
        ClusterState known = registry(one);
        two.learn(known);
        two.learn(
                join(known.apply(new RegistryCommand.Leave(one.id)).orElseThrow(), one.id, Endpoint.plain("nowhere")));
        two.send(one, new Packet.Probe(1));
        two.on(() -> {});
        assertThat(two.ask(two.transport::open)).isZero();
        assertThat(two.ask(() -> two.transport.peer(one.id).place())).isEqualTo("nowhere");
    }

    @Test
    void aNodeThatIsNotToldTheSecretHearsNobody() throws IOException {
        try (TestNode ignorant = new TestNode(3, "orders", TestNode.BY_TCP, TestNode.Knowledge.NOTHING)) {
            ignorant.learn(TestNode.empty().withSecret(RegistrySecret.WITHHELD));
            try (RawSocket caller = new RawSocket(ignorant.port())) {
                assertThat(caller.greet(id(7), ignorant.id))
                        .isEqualTo(new HandshakeResponse.Refused(true, "this node has not read the registry yet"));
            }
        }
    }

    /** A host may have several addresses: each attempt takes the next. */
    @Test
    void everyAttemptFindsAnAddressOfTheHost() {
        for (int i = 0; i < 5; i++) {
            int attempt = i;
            CompletableFuture<InetSocketAddress> found = new CompletableFuture<>();
            one.on(() -> one.transport
                    .dialer()
                    .resolve(InetSocketAddress.createUnresolved("localhost", 7000), attempt, found::complete));
            await("finds an address", found::isDone);
            assertThat(found.join().getAddress().isLoopbackAddress()).isTrue();
            assertThat(found.join().getPort()).isEqualTo(7000);
        }
    }

    @Test
    void aNodeThatHasProvedWhoItIsTakesNoPlaceOfThoseThatHaveNot() throws IOException {
        for (boolean unixSockets : List.of(true, false)) {
            ConnectionLimits onePlace = new ConnectionLimits(1, 1024, 600_000, unixSockets);
            try (TestNode hub = new TestNode(20, "orders", onePlace);
                    TestNode first = new TestNode(21, "orders", onePlace);
                    TestNode second = new TestNode(22, "orders", onePlace)) {
                first.learn(registry(hub));
                second.learn(registry(hub));
                first.send(hub, new Packet.Probe(1));
                hub.awaitReceived(new Packet.Probe(1));
                second.send(hub, new Packet.Probe(2));
                hub.awaitReceived(new Packet.Probe(2));
                first.send(hub, new Packet.Probe(3));
                hub.awaitReceived(new Packet.Probe(3));
                assertThat(hub.events)
                        .containsExactly(
                                new TestNode.Event("connected", first.id), new TestNode.Event("connected", second.id));
            }
        }
    }

    @Test
    void ofTooManyStrangersTheOldestIsClosedAndThatIsLogged() throws IOException {
        ConnectionLimits onePlace = new ConnectionLimits(1, 1024, 600_000, true);
        try (LogLines lines = new LogLines(Connection.LOG);
                TestNode hub = new TestNode(20, "orders", onePlace);
                RawSocket first = new RawSocket(hub.port());
                RawSocket second = new RawSocket(hub.port())) {
            first.awaitEnd();
            assertThat(second.greet(id(7), hub.id)).isEqualTo(new HandshakeResponse.Welcome());
            assertThat(lines.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("Closed a connection from 127.0.0.1:")
                    .contains("the oldest of more than 1 on which nobody has proved who it is");
        }
    }

    @Test
    void theNameOfAClusterHasUpToTwoHundredBytes() throws IOException {
        try (TestNode named = new TestNode(3, "x".repeat(200), TestNode.BY_TCP)) {
            assertThat(named.transport.cluster()).hasSize(200);
        }
    }
}
