package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.Packet;

class ReconnectionTest {

    /** Sends numbered messages as fast as they are acknowledged, and sends the others again on a new connection. */
    private static final class Talker extends TestNode {

        private static final int WINDOW = 500;

        private final Incarnation other;
        private final Deque<Packet.Data> unacknowledged = new ArrayDeque<>();
        private final List<String> gaps = new CopyOnWriteArrayList<>();
        private long sent;
        private long lastOnThisConnection;
        private volatile long arrived;
        private volatile boolean quiet;

        Talker(int number, int other) throws IOException {
            super(number, "orders", BY_TCP);
            this.other = id(other);
        }

        void talk() {
            while (unacknowledged.size() < WINDOW && !quiet) {
                Packet.Data data = new Packet.Data(
                        1,
                        ++sent,
                        arrived,
                        "lock",
                        Capacity.mutex(),
                        "ricart-agrawala",
                        new RicartAgrawala.Message.Reply(sent));
                unacknowledged.add(data);
                transport.send(other, data);
            }
        }

        boolean finished() {
            return ask(() -> unacknowledged.isEmpty());
        }

        @Override
        public void received(Incarnation from, Packet packet) {
            if (packet instanceof Packet.Data data) {
                if (lastOnThisConnection != 0 && data.number() != lastOnThisConnection + 1) {
                    gaps.add(data.number() + " after " + lastOnThisConnection);
                }
                lastOnThisConnection = data.number();
                if (data.number() == arrived + 1) {
                    arrived = data.number();
                } else if (data.number() > arrived) {
                    gaps.add(data.number() + " when " + arrived + " had arrived");
                }
                transport.send(other, new Packet.Ack(1, arrived));
            } else if (packet instanceof Packet.Ack ack) {
                while (!unacknowledged.isEmpty() && unacknowledged.getFirst().number() <= ack.received()) {
                    unacknowledged.removeFirst();
                }
                talk();
            }
        }

        @Override
        public void connected(Incarnation node) {
            super.connected(node);
            lastOnThisConnection = 0;
            unacknowledged.forEach(data -> transport.send(other, data));
        }
    }

    @Test
    void nothingIsLostOrReorderedOnAConnectionHoweverConnectionsBreak() throws IOException {
        try (Talker one = new Talker(1, 2);
                Talker two = new Talker(2, 1);
                Proxy toOne = new Proxy(one.port());
                Proxy toTwo = new Proxy(two.port())) {
            ClusterState clusterState = join(join(TestNode.empty(), one.id, toOne.port()), two.id, toTwo.port());
            one.learn(clusterState);
            two.learn(clusterState);
            one.loops.execute(one::talk);
            two.loops.execute(two::talk);
            for (int i = 0; i < 12; i++) {
                long connected = one.count("connected");
                long before = Math.min(one.arrived, two.arrived);
                await("goes on", () -> Math.min(one.arrived, two.arrived) > before + 2_000);
                toOne.cut();
                toTwo.cut();
                await("is mended", () -> one.count("connected") > connected);
            }
            one.quiet = true;
            two.quiet = true;
            await("ends", () -> one.finished() && two.finished());
            assertThat(one.gaps).isEmpty();
            assertThat(two.gaps).isEmpty();
            assertThat(one.arrived).isEqualTo(two.ask(() -> two.sent));
            assertThat(two.arrived).isEqualTo(one.ask(() -> one.sent));
            assertThat(one.count("disconnected")).isPositive();
            assertTakesTurns(one);
            assertTakesTurns(two);
        }
    }

    /** A connection that did not exist is not reported as lost. */
    private static void assertTakesTurns(TestNode node) {
        boolean connected = false;
        for (TestNode.Event event : node.events) {
            assertThat(event.what().equals("connected") || connected).isTrue();
            connected = event.what().equals("connected");
        }
    }

    @Test
    void theSmallerDialsAgainEvenIfItHasNothingToSay() throws IOException {
        try (TestNode one = new TestNode(1, "orders", TestNode.BY_TCP);
                TestNode two = new TestNode(2, "orders", TestNode.BY_TCP);
                Proxy toOne = new Proxy(one.port());
                Proxy toTwo = new Proxy(two.port())) {
            ClusterState clusterState = join(join(TestNode.empty(), one.id, toOne.port()), two.id, toTwo.port());
            one.learn(clusterState);
            two.learn(clusterState);
            two.send(one, new Packet.Probe(1));
            one.awaitReceived(new Packet.Probe(1));
            assertThat(toOne.accepted()).isEqualTo(1);
            toOne.cut();
            await("dials again", () -> one.count("connected") == 2 && two.count("connected") == 2);
            assertThat(toOne.accepted()).isEqualTo(1);
            assertThat(toTwo.accepted()).isEqualTo(1);
            assertThat(one.count("disconnected")).isEqualTo(1);
            assertThat(two.count("disconnected"))
                    .isLessThanOrEqualTo(1); // it may have the new one before it misses the old
        }
    }

    @Test
    void theLargerDialsAgainWhenItHasSomethingToSay() throws IOException {
        try (TestNode one = new TestNode(1, "orders", TestNode.BY_TCP);
                TestNode two = new TestNode(2, "orders", TestNode.BY_TCP);
                Proxy toOne = new Proxy(one.port())) {
            two.learn(join(TestNode.empty(), one.id, toOne.port()));
            two.send(one, new Packet.Probe(1));
            one.awaitReceived(new Packet.Probe(1));
            toOne.cut();
            await("notices", () -> two.count("disconnected") == 1);
            two.send(one, new Packet.Probe(2));
            one.awaitReceived(new Packet.Probe(2));
            assertThat(toOne.accepted()).isEqualTo(2);
        }
    }

    /** Plays a larger node, which has a connection that the smaller one has dialed. */
    private static RawSocket dialedBy(TestNode small, ServerSocket larger) throws IOException {
        small.learn(join(TestNode.empty(), id(2), larger.getLocalPort()));
        small.on(() -> small.transport.send(id(2), new Packet.Probe(1)));
        RawSocket first = new RawSocket(larger.accept());
        assertThat(first.challenge(id(2)).from()).isEqualTo(small.id);
        first.writeFrame(new HandshakeResponse.Welcome()::write);
        await("connects", () -> small.count("connected") == 1);
        return first;
    }

    @Test
    void whileDialsMayCrossTheOneOfTheSmallerIsKept() throws IOException {
        try (TestNode small = new TestNode(1, "orders", new ConnectionLimits(256, 1024, 600_000, true));
                ServerSocket larger = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                RawSocket first = dialedBy(small, larger);
                RawSocket second = new RawSocket(small.port())) {
            assertThat(second.greet(id(2), small.id)).isInstanceOf(HandshakeResponse.Refused.class);
            first.writeFrame(out -> new PacketCodec().write(out, new Packet.Probe(5)));
            small.awaitReceived(new Packet.Probe(5));
            assertThat(small.events).hasSize(1);
        }
    }

    @Test
    void laterADialingNodeHasLostTheConnectionThatSeemsToExist() throws IOException {
        try (TestNode small = new TestNode(1, "orders", ConnectionLimits.NORMAL);
                ServerSocket larger = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                RawSocket first = dialedBy(small, larger)) {
            await("is believed", () -> greetedAgain(small));
            first.awaitEnd();
            await("is told", () -> small.count("connected") == 2);
        }
    }

    private static boolean greetedAgain(TestNode small) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        try (RawSocket second = new RawSocket(small.port())) {
            return second.greet(id(2), small.id) instanceof HandshakeResponse.Welcome;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int portWhereNobodyListens() throws IOException {
        try (ServerSocket nobody = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            return nobody.getLocalPort();
        }
    }

    @Test
    void aDeadNodeIsDialedSeldom() throws IOException {
        int deadPort = portWhereNobodyListens();
        try (TestNode one = new TestNode(1)) {
            one.learn(join(TestNode.empty(), id(2), deadPort));
            long start = System.nanoTime();
            await("has tried", () -> {
                one.on(() -> one.transport.send(id(2), new Packet.Probe(1)));
                return one.ask(() -> one.transport.peer(id(2)).failures()) >= 6;
            });
            // at least 25, 50, 100, 200 and 400 ms between them
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(775));
        }
    }

    @Test
    void packetsThatANodeDoesNotTakeAreDroppedInsteadOfFillingTheMemory() throws IOException {
        try (LogLines lines = new LogLines(Connection.LOG);
                TestNode one = new TestNode(1);
                RawSocket slow = new RawSocket(one.port())) {
            assertThat(slow.greet(id(2), one.id)).isEqualTo(new HandshakeResponse.Welcome());
            int packets = 2_000;
            String name = "x".repeat(60_000); // 120 MB in all
            one.on(() -> {
                for (int i = 1; i <= packets; i++) {
                    one.transport.send(
                            id(2),
                            new Packet.Data(
                                    1,
                                    i,
                                    0,
                                    name,
                                    Capacity.mutex(),
                                    "ricart-agrawala",
                                    new RicartAgrawala.Message.Reply(i)));
                }
            });
            assertThat(lines.warnings()).hasSize(1);
            assertThat(lines.warnings().get(0)).contains("takes packets more slowly than they are sent");
            PacketCodec codec = new PacketCodec();
            long arrived = 0;
            while (arrived < packets) { // until one that is sent later, when there is room again
                one.on(() -> one.transport.send(id(2), new Packet.ProbeReply(1, "", "")));
                Packet next = codec.read(slow.readFrame());
                if (next instanceof Packet.ProbeReply) {
                    break;
                }
                arrived++;
            }
            assertThat(arrived).isBetween(1L, (long) packets / 2);
        }
    }
}
