package org.peerlock.internal.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Peerlock;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.internal.transport.ConnectionKind;
import org.peerlock.internal.transport.DialProblem;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.PemFiles;

/** Dialing members from outside. What may go wrong in a dial is tested with the transport. */
@Timeout(120)
class MemberDialerTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    private Path directory;

    private Peerlock join(String label) throws InterruptedException {
        return Peerlock.builder("dialed")
                .directory(directory)
                .label(label)
                .lease(LONG)
                .join();
    }

    private ClusterState state() throws Exception {
        return ClusterStateText.read(
                FileRegistryStore.ofObserver(directory).read(LONG).content());
    }

    private static ClusterState with(ClusterState state, Incarnation id, int port) {
        return state.apply(new RegistryCommand.Join(
                        id,
                        Endpoint.plain("127.0.0.1:" + port),
                        ProtocolRange.OF_LIBRARY,
                        new LeaseTerms(60_000, 10_000),
                        0))
                .orElseThrow();
    }

    private static SortedMap<Incarnation, Contact> dial(ClusterState state, ObserverTransport.Way way, Duration timeout)
            throws IOException, InterruptedException {
        return MemberDialer.dial(
                ObserverSettings.of(state),
                state,
                NetworkOptions.NONE,
                way,
                state.members().keySet(),
                timeout);
    }

    @Test
    void aMemberAnswersByEveryWay() throws Exception {
        try (Peerlock member = join("first")) {
            ClusterState state = state();
            for (ObserverTransport.Way way : ObserverTransport.Way.values()) {
                SortedMap<Incarnation, Contact> contacts = dial(state, way, LONG);
                assertThat(contacts).hasSize(1);
                Contact contact = contacts.values().iterator().next();
                assertThat(contact.problem()).isEmpty();
                assertThat(contact.label()).isEqualTo("first");
                assertThat(contact.version()).isEqualTo(Peerlock.version());
                assertThat(contact.roundTrips()).hasSize(5).allMatch(time -> !time.isNegative());
                assertThat(contact.member().shortId())
                        .isEqualTo(member.members().get(0).peer().id());
                if (way == ObserverTransport.Way.TCP_ONLY) {
                    assertThat(contact.kind()).contains(ConnectionKind.PLAIN_TCP);
                } else {
                    assertThat(contact.kind()).isPresent();
                }
            }
            assertThat(state().revision()).isEqualTo(state.revision()); // nobody has noticed
        }
    }

    /** More than are dialed at a time, and most of them cannot be reached. */
    @Test
    void everyMemberOfManyIsDialed() throws Exception {
        try (Peerlock member = join("first");
                Socket closed = new Socket()) {
            closed.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ClusterState state = state();
            Incarnation first = state.members().firstKey();
            for (int i = 0; i < 40; i++) {
                state = with(state, Incarnation.draw(RANDOM), closed.getLocalPort());
            }
            SortedMap<Incarnation, Contact> contacts = dial(state, ObserverTransport.Way.AS_MEMBERS, LONG);
            assertThat(contacts.keySet())
                    .isEqualTo(new TreeSet<>(state.members().keySet()));
            contacts.forEach((id, contact) -> assertThat(contact.problem().map(DialProblem::kind))
                    .isEqualTo(id.equals(first) ? Optional.empty() : Optional.of(DialProblem.Kind.NOBODY_LISTENS)));
            assertThat(member.cluster()).isEqualTo("dialed");
        }
    }

    @Test
    void aMemberThatDoesNotAnswerInTimeIsGivenUp() throws Exception {
        try (Peerlock member = join("first");
                ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Incarnation id = Incarnation.draw(RANDOM);
            ClusterState state = with(state(), id, silent.getLocalPort());
            SortedMap<Incarnation, Contact> contacts = MemberDialer.dial(
                    ObserverSettings.of(state),
                    state,
                    NetworkOptions.NONE,
                    ObserverTransport.Way.TCP_ONLY,
                    List.of(id),
                    Duration.ofMillis(100));
            assertThat(contacts.values())
                    .extracting(Contact::problem)
                    .containsExactly(
                            Optional.of(new DialProblem(DialProblem.Kind.SILENT, "it does not answer within 100 ms")));
            assertThat(member.cluster()).isEqualTo("dialed");
        }
    }

    @Test
    void aCertificateThatCannotBeReadIsNamed() throws Exception {
        try (Peerlock member = join("first")) {
            Path none = directory.resolve("none.pem");
            NetworkOptions options = NetworkOptions.NONE.withFiles(new PemFiles(none, none, none, "locks"));
            ClusterState state = state();
            assertThatThrownBy(() -> MemberDialer.dial(
                            ObserverSettings.of(state),
                            state,
                            options,
                            ObserverTransport.Way.AS_MEMBERS,
                            state.members().keySet(),
                            LONG))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("none.pem");
            assertThat(member.cluster()).isEqualTo("dialed");
        }
    }
}
