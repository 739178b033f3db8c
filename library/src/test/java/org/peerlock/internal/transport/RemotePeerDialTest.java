package org.peerlock.internal.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.id;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.ConnectTimeoutException;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.transport.DialProblem.Kind;

/** When another node is dialed, at which address, and when again if that fails. */
class RemotePeerDialTest {

    private static final Incarnation SMALLER = id(1);
    private static final Incarnation LARGER = id(9);
    private static final Endpoint ENDPOINT = Endpoint.plain("127.0.0.1:7000");
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);
    private static final InetSocketAddress NAMED = InetSocketAddress.createUnresolved("node1.example.com", 7000);
    private static final DomainSocketAddress NEAR = new DomainSocketAddress("\0near");

    /** A dial that fails is an event, too. */
    private static final class Dialing extends TestNode {

        final List<Incarnation> failed = new CopyOnWriteArrayList<>();

        Dialing() throws IOException {
            super(5, "orders", BY_TCP);
        }

        @Override
        public void dialFailed(Incarnation other) {
            failed.add(other);
        }
    }

    private final IOException nobody = new ConnectException("Connection refused");
    private Dialing node;
    private EmbeddedDialer dialer;
    private RemotePeer peer;

    @BeforeEach
    void start() throws IOException {
        node = new Dialing();
        meet(LARGER, ADDRESS);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    /** Another node is registered. */
    private void meet(Incarnation id, @Nullable InetSocketAddress at) {
        dialer = new EmbeddedDialer(node);
        peer = new RemotePeer(node.transport, dialer, id);
        node.on(() -> peer.learn(ENDPOINT, at));
    }

    private void send(long number) {
        node.on(() -> peer.send(new Packet.Probe(number)));
    }

    /** Sends something; returns how many dials there were then. */
    private int dialsAfterSending() {
        send(1);
        return dialer.dialsByNow();
    }

    private EmbeddedDialer.Dial dial() {
        dialsAfterSending();
        return dialer.last();
    }

    /** The node has dialed the other one, and both have shaken hands. */
    private EmbeddedPeer dialed() {
        EmbeddedPeer there = dial().succeed(peer.id());
        there.challenge();
        there.awaitFrame(); // who the node is
        there.welcome();
        return there;
    }

    /** The other node has dialed this one, and both have shaken hands. */
    private EmbeddedPeer dialing() {
        EmbeddedPeer there = EmbeddedPeer.stranger(node, peer.id());
        node.on(() -> there.connection.establish(peer));
        return there;
    }

    private int failures() {
        return node.ask(peer::failures);
    }

    private void assertProblem(Kind kind, String reason) {
        assertThat(node.ask(peer::problem)).contains(new DialProblem(kind, reason));
    }

    // When

    @Test
    void aNodeIsDialedAtOnceWhenThereIsSomethingToSendAndNoConnection() {
        assertThat(dialer.dialsByNow()).isZero();
        assertThat(dialsAfterSending()).isEqualTo(1);
        assertThat(dialer.last().where).isEqualTo(ADDRESS);
        assertThat(node.ask(peer::problem)).isEmpty();
    }

    @Test
    void aNodeIsDialedOnceHoweverMuchThereIsToSend() {
        send(1);
        send(2);
        assertThat(dialsAfterSending()).isEqualTo(1);
        assertThat(dialsAfterSending()).isEqualTo(1);
    }

    @Test
    void aNodeWithoutAnAddressIsNotDialed() {
        meet(LARGER, null);
        assertThat(dialsAfterSending()).isZero();
    }

    @Test
    void aNodeThatHasDialedMeanwhileIsNotDialed() {
        send(1);
        dialing();
        assertThat(dialer.dialsByNow()).isZero();
    }

    @Test
    void aNodeThatLosesItsAddressMeanwhileIsNotDialed() {
        send(1);
        node.on(() -> peer.learn(ENDPOINT, null));
        assertThat(dialer.dialsByNow()).isZero();
    }

    @Test
    void aNodeIsDialedAgainAfterADialThatAnotherConnectionMadeNeedless() {
        EmbeddedDialer.Dial needless = dial();
        EmbeddedPeer theirs = dialing();
        needless.fail(nobody);
        assertThat(node.failed).isEmpty();
        assertThat(failures()).isZero();
        theirs.pass(1_000);
        theirs.close();
        assertThat(dialsAfterSending()).isEqualTo(2);
    }

    @Test
    void theEndOfADialThatAnotherHasReplacedChangesNothing() {
        EmbeddedDialer.Dial first = dial();
        node.on(peer::unlearn);
        node.on(() -> peer.learn(ENDPOINT, ADDRESS));
        assertThat(dialsAfterSending()).isEqualTo(2);
        first.fail(nobody);
        assertThat(node.failed).isEmpty();
        assertThat(dialsAfterSending()).isEqualTo(2);
    }

    // Where

    @Test
    void aNodeOfThisMachineIsDialedAtItsUnixSocketAndByTcpIfNobodyIsThere() {
        dialer.near = NEAR;
        assertThat(dial().where).isEqualTo(NEAR);
        dialer.last().fail(nobody);
        assertThat(dialer.dials).hasSize(2);
        assertThat(dialer.last().where).isEqualTo(ADDRESS);
        assertThat(node.failed).isEmpty();
        assertThat(node.ask(peer::problem)).isEmpty();
        dialer.last().fail(nobody);
        assertThat(dialer.dials).hasSize(2);
        assertThat(node.failed).containsExactly(LARGER);
        assertThat(failures()).isEqualTo(1);
    }

    @Test
    void aNodeWhoseUnixSocketBelongsToAnotherProcessIsDialedByTcp() {
        dialer.near = NEAR;
        dial().succeed(LARGER).close();
        assertThat(dialer.dials).hasSize(2);
        assertThat(dialer.last().where).isEqualTo(ADDRESS);
    }

    @Test
    void aNodeThatAnswersAtItsUnixSocketIsNotDialedByTcpWhenTheConnectionBreaks() {
        dialer.near = NEAR;
        EmbeddedPeer there = dial().succeed(LARGER);
        there.challenge();
        there.close();
        assertThat(dialer.dials).hasSize(1);
        assertThat(failures()).isEqualTo(1);
    }

    @Test
    void aNodeThatHasDialedMeanwhileIsNotDialedByTcpAfterItsUnixSocket() {
        dialer.near = NEAR;
        EmbeddedDialer.Dial near = dial();
        dialing();
        near.fail(nobody);
        assertThat(dialer.dials).hasSize(1);
    }

    @Test
    void aNodeThatHasLostItsAddressMeanwhileIsNotDialedByTcpAfterItsUnixSocket() {
        dialer.near = NEAR;
        EmbeddedDialer.Dial near = dial();
        node.on(() -> peer.learn(ENDPOINT, null));
        near.fail(nobody);
        assertThat(dialer.dials).hasSize(1);
        assertThat(failures()).isEqualTo(1);
    }

    @Test
    void theLogSaysHowANodeWasDialed() {
        try (LogLines lines = new LogLines(Connection.LOG, Level.DEBUG)) {
            dialer.near = NEAR;
            dial().fail(nobody);
            dialer.last().fail(nobody);
            assertThat(lines.all())
                    .containsExactly(
                            "Could not dial " + LARGER.shortId() + " at 127.0.0.1:7000, by a Unix socket: " + nobody,
                            "Could not dial " + LARGER.shortId() + " at 127.0.0.1:7000, by TCP: " + nobody);
        }
    }

    // The names of hosts

    @Test
    void aHostIsLookedUpForEachDialAndEachTimeTheNextOfItsAddressesIsAskedFor() {
        meet(LARGER, NAMED);
        assertThat(dialsAfterSending()).isZero();
        assertThat(dialsAfterSending()).isZero();
        assertThat(dialer.lookups).hasSize(1);
        assertThat(dialer.lookups.get(0).host()).isEqualTo("node1.example.com");
        assertThat(dialer.lookups.get(0).attempt()).isZero();
        answer(0, ADDRESS);
        assertThat(dialer.last().where).isEqualTo(ADDRESS);
        dialer.last().fail(nobody);
        send(1);
        dialer.pass(50, MILLISECONDS);
        assertThat(dialer.lookups).hasSize(2);
        assertThat(dialer.lookups.get(1).attempt()).isEqualTo(1);
    }

    private void answer(int lookup, @Nullable InetSocketAddress found) {
        node.on(() -> dialer.lookups.get(lookup).onResolved().accept(found));
    }

    @Test
    void aHostThatThereIsNotIsADialThatFails() {
        meet(LARGER, NAMED);
        dialsAfterSending();
        answer(0, null);
        assertProblem(Kind.UNKNOWN_HOST, "there is no host node1.example.com");
        assertThat(node.failed).containsExactly(LARGER);
        send(1);
        dialer.pass(50, MILLISECONDS);
        assertThat(dialer.lookups).hasSize(2);
    }

    @Test
    void theAnswerForANodeThatIsNotToBeDialedAnyMoreIsIgnored() {
        meet(LARGER, NAMED);
        dialsAfterSending();
        node.on(peer::unlearn);
        answer(0, ADDRESS);
        answer(0, null);
        assertThat(dialer.dials).isEmpty();
        assertThat(node.failed).isEmpty();
    }

    @Test
    void theAnswerForANodeThatHasDialedMeanwhileIsIgnored() {
        meet(LARGER, NAMED);
        dialsAfterSending();
        EmbeddedPeer theirs = dialing();
        answer(0, ADDRESS);
        assertThat(dialer.dials).isEmpty();
        theirs.pass(1_000);
        theirs.close();
        dialsAfterSending();
        assertThat(dialer.lookups).hasSize(2);
    }

    @Test
    void afterAUnixSocketAHostIsLookedUpAndDialedOnce() {
        meet(LARGER, NAMED);
        dialer.near = NEAR;
        EmbeddedDialer.Dial near = dial();
        near.fail(nobody);
        near.close(); // it has failed already
        assertThat(dialer.lookups).hasSize(1);
        assertThat(failures()).isZero();
        answer(0, ADDRESS);
        assertThat(dialer.dials).hasSize(2);
    }

    // Why not

    @Test
    void whatTheSystemSaysOfAFailedDialTellsAnOperatorWhatIsWrong() {
        Map<IOException, Kind> kinds = new LinkedHashMap<>();
        kinds.put(nobody, Kind.NOBODY_LISTENS);
        kinds.put(new ConnectTimeoutException("after 2000 ms"), Kind.NO_REPLY);
        kinds.put(new ConnectException("Connection timed out"), Kind.NO_REPLY);
        kinds.put(new ConnectException("Network is unreachable"), Kind.NETWORK);
        kinds.put(new ConnectException("No route to host"), Kind.NETWORK);
        kinds.put(new NoRouteToHostException("Host is down"), Kind.NETWORK);
        kinds.forEach((cause, kind) -> {
            meet(LARGER, ADDRESS);
            dial().fail(cause);
            assertProblem(kind, String.valueOf(cause.getMessage()));
        });
    }

    @Test
    void ofAConnectionThatEndsBeforeItsHandshakeTheFirstReasonIsKept() {
        EmbeddedPeer there = dial().succeed(LARGER);
        there.say(new HandshakeResponse.Refused(true, "not now"));
        assertThat(there.isOpen()).isFalse();
        assertProblem(Kind.REFUSED, "it refused the connection: not now");
        send(1);
        dialer.pass(50, MILLISECONDS);
        dialer.last().succeed(LARGER).close();
        assertProblem(Kind.CLOSED, "it closed the connection before the handshake was complete");
    }

    @Test
    void aProblemIsOneNoMoreWhenThereIsAConnectionAndAfterIt() {
        dial().fail(nobody);
        EmbeddedPeer theirs = dialing();
        assertThat(node.ask(peer::problem)).isEmpty();
        theirs.close();
        assertThat(node.ask(peer::problem)).isEmpty();
    }

    @Test
    void aNodeThatIsNotRegisteredIsNowhere() {
        assertThat(node.ask(peer::place)).isEqualTo("127.0.0.1:7000");
        node.on(peer::unlearn);
        assertThat(node.ask(peer::place)).isEqualTo("nowhere");
    }

    // Again

    /** The node is dialed again when something is sent, not before the least time, and then at once. */
    private void assertDialedAgainBetween(long leastMillis, long mostMillis) {
        int before = dialer.dials.size();
        send(1);
        dialer.pass(MILLISECONDS.toNanos(leastMillis) - 1, NANOSECONDS);
        assertThat(dialer.dials).hasSize(before);
        dialer.pass(MILLISECONDS.toNanos(mostMillis - leastMillis), NANOSECONDS);
        assertThat(dialer.dials).hasSize(before + 1);
    }

    @Test
    void thePausesBetweenDialsThatFailGrowUpToASecond() {
        dial().fail(nobody);
        for (int longest : new int[] {50, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000}) {
            assertDialedAgainBetween(longest / 2, longest);
            dialer.last().fail(nobody);
        }
        assertThat(failures()).isEqualTo(13);
        assertThat(node.failed).hasSize(13);
    }

    @Test
    void nodesThatFailTogetherDoNotDialAgainTogether() {
        List<EmbeddedDialer> dialers = IntStream.range(0, 64)
                .mapToObj(any -> {
                    meet(LARGER, ADDRESS);
                    dial().fail(nobody);
                    send(1);
                    return dialer;
                })
                .toList();
        dialers.forEach(one -> one.pass(37, MILLISECONDS));
        assertThat(dialers.stream().filter(one -> one.dials.size() == 2).count())
                .isBetween(1L, 63L);
    }

    @Test
    void aFailureIsNoReasonToDialAgainWithoutAnythingToSend() {
        dial().fail(nobody);
        dialer.pass(10_000, MILLISECONDS);
        assertThat(dialer.dials).hasSize(1);
    }

    @Test
    void aConnectionThatHasLastedASecondEndsTheSeriesOfFailures() {
        dial().fail(nobody);
        EmbeddedPeer brief = dialing();
        brief.pass(999);
        brief.close();
        assertThat(failures()).isEqualTo(2);
        EmbeddedPeer lasting = dialing();
        lasting.pass(1_000);
        lasting.close();
        assertThat(failures()).isZero();
    }

    @Test
    void theSmallerNodeDialsAgainAtOnceWhenAConnectionThatLastedIsLost() {
        EmbeddedPeer theirs = dialing();
        theirs.pass(1_000);
        theirs.close();
        assertThat(dialer.dialsByNow()).isEqualTo(1);
        assertThat(node.count("disconnected")).isEqualTo(1);
    }

    @Test
    void aNodeDialsAgainWhenTheConnectionThatItDialedIsLost() {
        EmbeddedPeer ours = dialed();
        ours.pass(1_000);
        ours.close();
        assertThat(dialer.dialsByNow()).isEqualTo(2);
    }

    @Test
    void aPauseThatIsOverDelaysNothing() {
        dial().fail(nobody);
        dialer.pass(50, MILLISECONDS);
        assertThat(dialsAfterSending()).isEqualTo(2);
    }

    @Test
    void theSmallerNodeDialsAgainAfterAPauseWhenAConnectionThatDidNotLastIsLost() {
        dialing().close();
        dialer.pass(MILLISECONDS.toNanos(25) - 1, NANOSECONDS);
        assertThat(dialer.dials).isEmpty();
        dialer.pass(25, MILLISECONDS);
        assertThat(dialer.dials).hasSize(1);
    }

    @Test
    void theLargerNodeLeavesItToTheOtherForATenthOfASecond() {
        for (int lasted : new int[] {0, 1_000}) {
            meet(SMALLER, ADDRESS);
            EmbeddedPeer theirs = dialing();
            theirs.pass(lasted);
            theirs.close();
            assertThat(dialer.dialsByNow()).isZero();
            assertDialedAgainBetween(100, 101);
        }
    }

    @Test
    void theLargerNodeDoesNotDialAgainIfItHasNothingToSend() {
        meet(SMALLER, ADDRESS);
        dialing().close();
        dialer.pass(10_000, MILLISECONDS);
        assertThat(dialer.dials).isEmpty();
    }

    // What waits for a connection

    private static Packet.Data data() {
        return new Packet.Data(1, 1, 0, "a", Capacity.mutex(), "ricart-agrawala", new RicartAgrawala.Message.Reply(1));
    }

    @Test
    void aHundredPacketsWaitForAConnectionAndNoMessagesWhichAreSentAgainAnyway() {
        node.on(() -> peer.send(data()));
        for (int i = 1; i <= 101; i++) {
            Packet ack = new Packet.Ack(1, i);
            node.on(() -> peer.send(ack));
        }
        assertThat(dialer.dialsByNow()).isEqualTo(1);
        EmbeddedPeer theirs = dialing();
        for (int i = 1; i <= 100; i++) {
            assertThat(theirs.awaitPacket()).isEqualTo(new Packet.Ack(1, i));
        }
        assertThat(node.ask(theirs::hasFrame)).isFalse();
    }

    /** All at once would look as if the other end had not answered them. */
    @Test
    void howeverManyProbesHaveWaitedTheConnectionBeginsWithOne() {
        for (int i = 1; i <= 20; i++) {
            send(i);
        }
        EmbeddedPeer theirs = dialing();
        assertThat(theirs.awaitPacket()).isEqualTo(new Packet.Probe(20));
        assertThat(node.ask(theirs::hasFrame)).isFalse();
        assertThat(theirs.isOpen()).isTrue();
    }

    @Test
    void whatHasWaitedIsSentOnce() {
        send(1);
        assertThat(dialing().awaitPacket()).isEqualTo(new Packet.Probe(1));
        EmbeddedPeer second = dialing();
        send(2);
        assertThat(second.awaitPacket()).isEqualTo(new Packet.Probe(2));
    }

    @Test
    void whatWaitsIsDroppedWhenTheDialFails() {
        send(1);
        dial().fail(nobody);
        EmbeddedPeer theirs = dialing();
        send(2);
        assertThat(theirs.awaitPacket()).isEqualTo(new Packet.Probe(2));
    }

    @Test
    void whatWaitsIsSentOnTheConnectionThatWasDialed() {
        EmbeddedPeer there = dialed();
        assertThat(there.awaitPacket()).isEqualTo(new Packet.Probe(1));
        assertThat(node.count("connected")).isEqualTo(1);
        assertThat(node.ask(peer::connectionKind)).contains(ConnectionKind.PLAIN_TCP);
        assertThat(dialsAfterSending()).isEqualTo(1);
    }

    // No more dials

    @Test
    void aNodeThatIsForgottenOrGoneFromTheRegistryIsNotDialedAnyMore() {
        for (Runnable end : List.<Runnable>of(() -> peer.forget(), () -> peer.unlearn())) {
            meet(LARGER, ADDRESS);
            send(1);
            node.on(end);
            assertThat(dialer.dialsByNow()).isZero();

            meet(LARGER, ADDRESS);
            EmbeddedDialer.Dial underWay = dial();
            node.on(end);
            assertThat(underWay.isOpen()).isFalse();
            assertThat(dialer.dialsByNow()).isEqualTo(1);
            assertThat(node.failed).isEmpty();
        }
    }

    @Test
    void aNodeThatIsRegisteredAgainIsDialedAgain() {
        send(1);
        node.on(peer::unlearn);
        assertThat(dialsAfterSending()).isZero();
        node.on(() -> peer.learn(ENDPOINT, ADDRESS));
        assertThat(dialsAfterSending()).isEqualTo(1);
    }

    @Test
    void aNodeThatIsGoneFromTheRegistryIsKeptOnlyIfItHasDialed() {
        assertThat(node.ask(peer::unlearn)).isFalse();
        meet(LARGER, ADDRESS);
        dialed();
        assertThat(node.ask(peer::unlearn)).isFalse();
        meet(LARGER, ADDRESS);
        dialing();
        assertThat(node.ask(peer::unlearn)).isTrue();
    }

    @Test
    void aNodeThatIsForgottenIsNotToldAsLost() {
        EmbeddedPeer theirs = dialing();
        node.on(peer::forget);
        assertThat(theirs.isOpen()).isFalse();
        assertThat(node.count("disconnected")).isZero();
    }

    // Which of two connections

    @Test
    void dialsCrossAsLongAsAHandshakeMayTake() {
        EmbeddedPeer ours = dialed();
        EmbeddedPeer theirs = EmbeddedPeer.stranger(node, LARGER);
        ours.pass(TestNode.BY_TCP.handshakeMillis());
        assertThat(node.ask(() -> peer.prefers(theirs.connection))).isFalse();
        ours.pass(1);
        assertThat(node.ask(() -> peer.prefers(theirs.connection))).isTrue();
    }

    @Test
    void aDialThatIsNotUsedBesideAnotherConnectionIsOver() {
        meet(SMALLER, ADDRESS);
        EmbeddedPeer ours = dial().succeed(SMALLER);
        ours.challenge();
        ours.awaitFrame();
        EmbeddedPeer theirs = dialing();
        ours.welcome(); // the smaller node's dial is kept
        assertThat(ours.isOpen()).isTrue();
        theirs.pass(1_000);
        theirs.close();
        send(1);
        dialer.pass(100, MILLISECONDS);
        assertThat(dialer.dials).hasSize(2);
    }
}
