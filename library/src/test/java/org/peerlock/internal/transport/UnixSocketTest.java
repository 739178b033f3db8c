package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.IOException;
import java.net.SocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.ServerChannel;
import org.peerlock.internal.io.netty.channel.epoll.Epoll;
import org.peerlock.internal.io.netty.channel.epoll.EpollIoHandler;
import org.peerlock.internal.io.netty.channel.local.LocalChannel;
import org.peerlock.internal.io.netty.channel.local.LocalServerChannel;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;
import org.peerlock.internal.protocol.Packet;

class UnixSocketTest {

    /** Port 9 is the discard port: no process listens there. */
    private static final int NOWHERE = 9;

    private TestNode one;
    private TestNode two;

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(Epoll.isAvailable());
        one = new TestNode(1);
        two = new TestNode(2);
    }

    @AfterEach
    void end() {
        if (one != null) {
            one.close();
            two.close();
        }
    }

    /** Of these, only the incarnations are known. */
    private static ClusterState unreachableByTcp(Incarnation... nodes) {
        ClusterState clusterState = TestNode.empty();
        for (Incarnation node : nodes) {
            clusterState = join(clusterState, node, NOWHERE);
        }
        return clusterState;
    }

    /** Sends it until it has arrived: a new node may not listen at its Unix socket yet, and never listens by TCP. */
    private static void insist(TestNode from, Incarnation to, TestNode receiver, Packet packet) {
        await("receives " + packet, () -> {
            from.on(() -> from.transport.send(to, packet));
            return receiver.received.contains(packet);
        });
    }

    @Test
    void nodesOfOneMachineNeedNoTcp() {
        one.learn(unreachableByTcp(one.id, two.id));
        two.learn(unreachableByTcp(one.id, two.id));
        insist(one, two.id, two, new Packet.Probe(1));
        two.send(one, new Packet.Probe(2));
        one.awaitReceived(new Packet.Probe(2));
        assertThat(one.ask(one.transport::open)).isEqualTo(1);
    }

    @Test
    void aNodeWithoutASocketIsDialedByTcp() throws IOException {
        try (TestNode far = new TestNode(3, "orders", TestNode.BY_TCP)) {
            one.learn(TestNode.registry(one, far));
            one.send(far, new Packet.Probe(1));
            far.awaitReceived(new Packet.Probe(1));
        }
    }

    /** As if a node of another cluster had the socket name. It must not be taken for the right node. */
    @Test
    void whoeverElseIsThereIsNotTakenForTheNode() throws IOException {
        try (TestNode other = new TestNode(3, "billing", ConnectionLimits.NORMAL)) {
            one.learn(unreachableByTcp(one.id, other.id));
            other.learn(unreachableByTcp(one.id, other.id));
            one.send(other, new Packet.Probe(1));
            await("fails", () -> one.ask(() -> one.transport.peer(other.id).failures()) >= 1);
            assertThat(other.received).isEmpty();
            assertThat(one.events).isEmpty();
            assertThat(other.events).isEmpty();
        }
    }

    @Test
    void aNodeThatBecomesAnotherIsFoundAsThatOneOnly() {
        two.on(() -> two.transport.setIncarnation(id(3)));
        one.learn(unreachableByTcp(one.id, two.id, id(3)));
        one.send(two, new Packet.Probe(1));
        await("is not there", () -> one.ask(() -> one.transport.peer(two.id).failures()) >= 1);
        insist(one, id(3), two, new Packet.Probe(2));
        assertThat(two.received).doesNotContain(new Packet.Probe(1));
    }

    @Test
    void aNodeThatBecomesAnotherLeavesItsNameToOthers() throws IOException {
        two.on(() -> two.transport.setIncarnation(id(3)));
        try (TestNode again = new TestNode(2)) {
            one.learn(unreachableByTcp(one.id, again.id));
            insist(one, again.id, again, new Packet.Probe(1));
        }
    }

    @Test
    void aTransportThatIsClosedLeavesItsNameToOthers() throws IOException {
        one.on(one.transport::close); // its loop goes on
        try (TestNode again = new TestNode(1)) {
            two.learn(unreachableByTcp(two.id, again.id));
            insist(two, again.id, again, new Packet.Probe(1));
        }
    }

    @Test
    void aConnectionThatIsRefusedIsLoggedWithTheProcessThatDialed() throws IOException {
        try (LogLines lines = new LogLines(Connection.LOG);
                TestNode full = new TestNode(3, "orders", new ConnectionLimits(256, 0, 600_000, true))) {
            one.learn(unreachableByTcp(one.id, full.id));
            await("says so", () -> {
                one.send(full, new Packet.Probe(1));
                return !lines.warnings().isEmpty();
            });
            assertThat(lines.warnings().get(0))
                    .isEqualTo("Refused a connection from process "
                            + ProcessHandle.current().pid()
                            + " of this machine, which is one node too many: there are 0 connections already.");
        }
    }

    @Test
    void theNameIsFreeWhenTheNodeIsGone() throws IOException {
        one.learn(unreachableByTcp(one.id, two.id));
        insist(one, two.id, two, new Packet.Probe(1));
        two.close();
        await("misses it", () -> one.count("disconnected") == 1);
        two = new TestNode(2);
        insist(one, two.id, two, new Packet.Probe(2));
    }

    /** A machine without Unix sockets, although epoll is available: a process may be forbidden to use them. */
    @SuppressWarnings("EffectivelyPrivate") // Netty looks for public constructors
    private static final class Forbidden extends SharedEventLoop {

        /** Netty makes one for each dial. */
        public static final class Impossible extends LocalChannel {
            public Impossible() {
                throw new IllegalStateException("no Unix sockets, on purpose");
            }
        }

        /** And this one to listen. */
        public static final class Deaf extends LocalServerChannel {
            public Deaf() {
                throw new IllegalStateException("no Unix sockets, on purpose");
            }
        }

        Forbidden(int number) {
            super("forbidden-" + number, true, EpollIoHandler.newFactory());
        }

        @Override
        Class<? extends ServerChannel> listening(SocketAddress at) {
            return at instanceof DomainSocketAddress ? Deaf.class : super.listening(at);
        }

        @Override
        Class<? extends Channel> dialing(SocketAddress to) {
            return to instanceof DomainSocketAddress ? Impossible.class : super.dialing(to);
        }
    }

    @Test
    void whereThereAreNoUnixSocketsTcpIsEnough() throws IOException {
        for (int i = 0; i < 100; i++) {
            try (TestNode a = new TestNode(4, "orders", ConnectionLimits.NORMAL, new Forbidden(4));
                    TestNode b = new TestNode(5, "orders", ConnectionLimits.NORMAL, new Forbidden(5))) {
                a.learn(TestNode.registry(a, b));
                b.learn(TestNode.registry(a, b));
                a.send(b, new Packet.Probe(1));
                b.awaitReceived(new Packet.Probe(1));
                b.on(() -> b.transport.setIncarnation(id(6)));
                await("misses it", () -> a.count("disconnected") == 1);
                a.learn(join(TestNode.registry(a), id(6), b.port()));
                insist(a, id(6), b, new Packet.Probe(2));
            }
        }
    }

    @Test
    void onlyTheSameUserAndRootAreFriends() {
        assertThat(UnixSocket.friends(1000, 1000)).isTrue();
        assertThat(UnixSocket.friends(0, 1000)).isTrue();
        assertThat(UnixSocket.friends(1001, 1000)).isFalse();
        assertThat(UnixSocket.friends(1000, 0)).isFalse();
    }

    @Test
    void theNameDoesNotRevealTheNode() {
        String name = UnixSocket.to(one.id).path();
        assertThat(name).startsWith("\0peerlock-").doesNotContain(one.id.shortId());
        assertThat(UnixSocket.to(one.id).path()).isEqualTo(name);
        assertThat(UnixSocket.to(two.id).path()).isNotEqualTo(name);
    }
}
