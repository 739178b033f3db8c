package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.Packet;

/** Whatever comes in that is not of this cluster is refused with a line, and two good nodes do not notice. */
class IntrudersTest {

    /** None of them is late, however slow this machine is. */
    private static final ConnectionLimits PATIENT = new ConnectionLimits(256, 1024, 600_000, true);

    private static final Incarnation STRANGER = id(77);

    private final long start = System.nanoTime();
    private final LogLines lines = new LogLines(Connection.LOG);
    private TestNode one;
    private TestNode two;
    private long exchanged;

    @BeforeEach
    void startTwoGoodNodes() throws IOException {
        one = new TestNode(1, "orders", PATIENT);
        two = new TestNode(2, "orders", PATIENT);
        one.learn(registry(one, two));
        two.learn(registry(one, two));
        exchange();
    }

    @AfterEach
    void theGoodNodesHaveNotNoticed() {
        exchange();
        assertThat(one.events.stream().filter(event -> event.other().equals(two.id)))
                .hasSize(1);
        assertThat(two.events.stream().filter(event -> event.other().equals(one.id)))
                .hasSize(1);
        one.close();
        two.close();
        lines.close();
    }

    private void exchange() {
        long number = ++exchanged;
        one.send(two, new Packet.Probe(number));
        two.awaitReceived(new Packet.Probe(number));
        two.send(one, new Packet.ProbeReply(number, "label", "1.0"));
        one.awaitReceived(new Packet.ProbeReply(number, "label", "1.0"));
    }

    /** Of this kind there was a line, and no more than one in a minute; nothing else was said. */
    private void assertOnlySaid(String... parts) {
        long most = 1 + TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - start);
        assertThat(lines.warnings()).hasSizeBetween(1, (int) most);
        assertThat(lines.warnings().get(0)).contains(parts);
    }

    private void sendGarbage(byte[] bytes) throws IOException {
        try (RawSocket intruder = new RawSocket(one.port())) {
            intruder.write(bytes);
            intruder.awaitEnd();
        }
        exchange();
    }

    @Test
    void whatSpeaksAnotherProtocol() throws IOException {
        for (int i = 0; i < 20; i++) {
            sendGarbage("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        }
        assertOnlySaid("127.0.0.1:", "does not speak Peerlock's protocol", "find out what else does");
    }

    @Test
    void whatSendsAnything() throws IOException {
        Random random = new Random(12);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[4 + 200];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                bytes[0] = 0;
                bytes[1] = 0;
                bytes[2] = 0;
                bytes[3] = (byte) 200; // one good frame, as far as its length goes
            } else {
                bytes[0] |= 1; // too long, or negative
            }
            sendGarbage(bytes);
        }
        assertOnlySaid("does not speak Peerlock's protocol");
    }

    @Test
    void whatAnnouncesMoreThanAGreetingHas() throws IOException {
        sendGarbage(new byte[] {0, 0, 4, 1});
        assertOnlySaid("does not speak Peerlock's protocol", "announces more than may come");
    }

    @Test
    void whatGoesAwayInTheMiddle() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RawSocket intruder = new RawSocket(one.port())) {
                intruder.write(new byte[] {0, 0, 0, 100, 1, 2, 3});
            }
            exchange();
        }
        await("hangs up", () -> one.ask(one.transport::open) == 1);
        assertThat(lines.warnings()).isEmpty();
    }

    @Test
    void aNodeOfAnotherCluster() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RawSocket intruder = new RawSocket(one.port())) {
                assertThat(intruder.greet(TestNode.SECRET, "billing", STRANGER, one.id))
                        .isInstanceOf(HandshakeResponse.Refused.class);
                intruder.awaitEnd();
            }
            exchange();
        }
        assertOnlySaid("Refused a connection from 127.0.0.1:", "does not know the secret of the registry");
    }

    @Test
    void aNodeOfAnotherVersion() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RawSocket intruder = new RawSocket(one.port())) {
                intruder.writeFrame(out -> out.writeBytes("PLCK".getBytes(US_ASCII))
                        .writeByte(98)
                        .writeByte(99)
                        .writeLong(-1));
                assertThat(HandshakeResponse.read(intruder.readFrame()))
                        .isEqualTo(
                                new HandshakeResponse.Refused(
                                        false,
                                        "this node speaks the protocols 1-2. Run versions of Peerlock at all nodes that have one in common."));
                intruder.awaitEnd();
            }
            exchange();
        }
        assertOnlySaid("which speaks the protocols 98-99", "this node speaks the protocols 1-2");
    }

    @Test
    void nobodyIsTakenForThisNodeItself() throws IOException {
        try (RawSocket caller = new RawSocket(one.port())) {
            assertThat(caller.greet(one.id, one.id)).isInstanceOf(HandshakeResponse.Refused.class);
        }
    }

    @Test
    void aNodeThatSendsWhatCannotBeRead() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (RawSocket caller = new RawSocket(one.port())) {
                assertThat(caller.greet(STRANGER, one.id)).isEqualTo(new HandshakeResponse.Welcome());
                caller.writeFrame(out -> new PacketCodec().write(out, new Packet.Probe(-5)));
                caller.writeFrame(out -> out.writeByte(42));
                caller.awaitEnd();
            }
            exchange();
        }
        await("notices", () -> one.count("disconnected") == 20);
        assertThat(one.received).contains(new Packet.Probe(-5));
        assertOnlySaid("node " + STRANGER.shortId(), "no packet of kind 42", "same version");
    }

    @Test
    void aNodeThatAnnouncesMoreThanAPacketHas() throws IOException {
        try (RawSocket caller = new RawSocket(one.port())) {
            assertThat(caller.greet(STRANGER, one.id)).isEqualTo(new HandshakeResponse.Welcome());
            caller.write(new byte[] {4, 0, 0, 1}); // 64 MB and a byte
            caller.awaitEnd();
        }
        await("notices", () -> one.count("disconnected") == 1);
        assertOnlySaid("node " + STRANGER.shortId(), "announces more than may come");
    }

    @Test
    void aFloodOfConnections() throws IOException {
        List<RawSocket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 2_000; i++) {
                flood.add(new RawSocket(one.port()));
                if (i % 100 == 0) {
                    exchange();
                    assertThat(one.ask(one.transport::open)).isLessThanOrEqualTo(1 + PATIENT.maxUnidentified());
                }
            }
            flood.get(1_000).awaitEnd();
            assertThat(one.ask(one.transport::open)).isLessThanOrEqualTo(1 + PATIENT.maxUnidentified());
            assertOnlySaid("the oldest of more than 256 on which nobody has proved who it is");
        } finally {
            for (RawSocket each : flood) {
                each.close();
            }
        }
        await("hangs up", () -> one.ask(one.transport::open) == 1);
    }

    @Test
    void moreNodesThanThereCanBe() throws IOException {
        List<RawSocket> crowd = new ArrayList<>();
        try (TestNode small = new TestNode(50, "orders", new ConnectionLimits(256, 10, 600_000, true))) {
            for (int i = 0; i < 10; i++) {
                RawSocket node = new RawSocket(small.port());
                crowd.add(node);
                assertThat(node.greet(id(1_000 + i), small.id)).isEqualTo(new HandshakeResponse.Welcome());
            }
            try (RawSocket more = new RawSocket(small.port())) {
                assertThat(more.greet(id(2_000), small.id)).isInstanceOf(HandshakeResponse.Refused.class);
                more.awaitEnd();
            }
            assertOnlySaid("which is one node too many", "there are 10 connections already");
        } finally {
            for (RawSocket each : crowd) {
                each.close();
            }
        }
    }

    @Test
    void whatDoesNotSayWhoItIs() throws IOException {
        try (TestNode hasty = new TestNode(50, "orders", new ConnectionLimits(256, 1024, 20, true));
                RawSocket silent = new RawSocket(hasty.port());
                RawSocket slow = new RawSocket(hasty.port())) {
            slow.write(new byte[] {0, 0, 0});
            silent.awaitEnd();
            slow.awaitEnd();
            assertOnlySaid("did not say who it is for 20 ms");
        }
    }

    @Test
    void whatDoesNotProveWhoItIs() throws IOException {
        try (TestNode hasty = new TestNode(50, "orders", new ConnectionLimits(256, 1024, 2_000, true));
                RawSocket silent = new RawSocket(hasty.port())) {
            assertThat(silent.say(RawSocket.newHello())).isInstanceOf(HandshakeResponse.Challenge.class);
            silent.awaitEnd();
            assertOnlySaid("did not say who it is for 2 s");
        }
    }
}
