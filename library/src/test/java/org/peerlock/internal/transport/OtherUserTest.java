package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.internal.transport.TestNode.await;
import static org.peerlock.internal.transport.TestNode.id;
import static org.peerlock.internal.transport.TestNode.join;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.io.netty.channel.epoll.Epoll;
import org.peerlock.internal.os.CurrentUser;
import org.peerlock.internal.protocol.Packet;

/** Real processes of another user, at the sockets of nodes. Needs root, who alone can start such processes. */
class OtherUserTest {

    private static final String NOBODY = "65534";
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final Path PERL = Path.of("/usr/bin/perl");

    private TestNode node;

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(Epoll.isAvailable());
        Assumptions.assumeTrue(CurrentUser.id().orElse(1) == CurrentUser.ROOT);
        Assumptions.assumeTrue(Files.isExecutable(SETPRIV) && Files.isExecutable(PERL));
        node = new TestNode(1);
    }

    @AfterEach
    void stop() {
        if (node != null) {
            node.close();
        }
    }

    private static Process asNobody(String program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                SETPRIV.toString(),
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                PERL.toString(),
                "-MIO::Socket::UNIX",
                "-e",
                program));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).redirectErrorStream(true).start();
    }

    private static String nameOf(Incarnation node) {
        return UnixSocket.to(node).path().substring(1);
    }

    @Test
    void isHungUpOnWhenItDials() throws Exception {
        try (LogLines lines = new LogLines(Connection.LOG)) {
            Process caller = asNobody(
                    "my $s = IO::Socket::UNIX->new(Peer => \"\\0$ARGV[0]\") or die \"no socket: $!\";"
                            + " my $all = join('', <$s>); print length($all);",
                    nameOf(node.id));
            assertThat(new String(caller.getInputStream().readAllBytes(), UTF_8))
                    .isEqualTo("0");
            assertThat(caller.waitFor()).isZero();
            assertThat(lines.warnings()).hasSize(1);
            assertThat(lines.warnings().get(0)).contains("which belongs to another user");
        }
    }

    @Test
    void isToldNothingWhenItHasTakenTheNameOfANodeThatEnded() throws Exception {
        Incarnation ended = id(2);
        Process squatter = asNobody(
                "$| = 1; my $l = IO::Socket::UNIX->new(Local => \"\\0$ARGV[0]\", Listen => 5) or die \"no socket: $!\";"
                        + " print \"listens\\n\"; my $s = $l->accept(); my $all = join('', <$s>); print length($all), \"\\n\";",
                nameOf(ended));
        try (BufferedReader said = squatter.inputReader(UTF_8)) {
            assertThat(said.readLine()).isEqualTo("listens");
            node.learn(join(TestNode.empty(), ended, 9)); // nobody listens there
            node.on(() -> node.transport.send(ended, new Packet.Probe(1)));
            assertThat(said.readLine()).isEqualTo("0");
            await("gives up", () -> node.ask(() -> node.transport.peer(ended).failures()) >= 1);
            assertThat(node.events).isEmpty();
        } finally {
            squatter.destroyForcibly();
        }
    }

    /** It opens 400 connections to the node, half of them silent, and each again as soon as it is closed. */
    private static Process flood(String where) throws IOException {
        return asNobody(
                "use IO::Select; use IO::Socket::INET; $| = 1; $SIG{PIPE} = 'IGNORE'; my ($where) = @ARGV;"
                        + " my $n = 0; my $all = IO::Select->new();"
                        + " sub dial { my $s = $where =~ /^\\d+$/ ? IO::Socket::INET->new(\"127.0.0.1:$where\")"
                        + "   : IO::Socket::UNIX->new(Peer => \"\\0$where\"); return unless $s;"
                        + "   syswrite($s, pack('NC', 60, $n)) if $n++ % 2; $all->add($s); }"
                        + " dial() for 1 .. 400; print \"floods\\n\";"
                        + " while (1) { for my $s ($all->can_read(1)) {"
                        + "   next if sysread($s, my $b, 4096); $all->remove($s); close($s); dial(); } }",
                where);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsNoNodeOutByManyConnections(boolean byTcp) throws Exception {
        Process flood = flood(byTcp ? Integer.toString(node.port()) : nameOf(node.id));
        try (BufferedReader said = flood.inputReader(UTF_8)) {
            assertThat(said.readLine()).isEqualTo("floods");
            for (int i = 0; i < 20; i++) {
                ConnectionLimits limits = byTcp ? TestNode.BY_TCP : ConnectionLimits.NORMAL;
                try (TestNode joiner = new TestNode(100 + i, "orders", limits)) {
                    joiner.learn(TestNode.registry(node, joiner));
                    Packet.Probe probe = new Packet.Probe(i);
                    await("is heard", () -> {
                        joiner.send(node, probe);
                        return node.received.contains(probe);
                    });
                }
            }
            assertThat(flood.isAlive()).isTrue();
        } finally {
            flood.destroyForcibly();
        }
    }
}
