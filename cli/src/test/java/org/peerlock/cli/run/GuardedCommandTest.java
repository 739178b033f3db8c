package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.client.LockRequest;
import org.peerlock.cli.client.MemberClient;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.testkit.PeerlockTestCluster;

/** A command whose lock is lost. */
class GuardedCommandTest {

    private static final String LOST =
            "peerlock: lock 'x' was lost: the test wants it. Stopping the command; another process may hold the lock by"
                    + " now. Check what the command has done before you run it again\n";

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    /** A lock that is lost as soon as a file exists, which the command creates. */
    private record Fragile(Path file, CompletableFuture<Boolean> closed) implements ClientGrant {

        @Override
        public long fence() {
            return 1;
        }

        @Override
        public CompletionStage<String> lost() {
            return CompletableFuture.supplyAsync(() -> {
                while (!Files.exists(file)) {
                    pause();
                }
                return "the test wants it";
            });
        }

        private static void pause() {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void close() {
            closed.complete(true);
        }
    }

    private int run(ClientGrant clientGrant, String script, Duration grace) throws InterruptedException {
        GuardedCommand guardedCommand =
                new GuardedCommand(List.of("sh", "-c", script), Launcher.ofThisMachine(), grace, new PrintWriter(err));
        return guardedCommand.run(clientGrant, "x", "test");
    }

    @Test
    void aCommandThatHasLostItsLockGetsSigterm() throws InterruptedException {
        Path ready = folder.resolve("ready");
        Path told = folder.resolve("told");
        Fragile held = new Fragile(ready, new CompletableFuture<>());
        String script = "trap 'touch " + told + "; exit 3' TERM; touch " + ready + "; while :; do sleep 0.01; done";
        assertThat(run(held, script, Duration.ofMinutes(1))).isEqualTo(Exit.LOST);
        assertThat(told).exists();
        assertThat(err).hasToString(LOST);
        assertThat(held.closed).isCompleted();
    }

    @Test
    void aCommandThatIgnoresSigtermIsKilled() throws InterruptedException {
        Path ready = folder.resolve("ready");
        Fragile held = new Fragile(ready, new CompletableFuture<>());
        String script = "trap '' TERM; touch " + ready + "; while :; do sleep 0.01; done";
        assertThat(run(held, script, Duration.ofMillis(100))).isEqualTo(Exit.LOST);
        assertThat(err).hasToString(LOST);
    }

    @Test
    void aCommandDoesNotStartIfItsLockIsLostAlready() throws InterruptedException, IOException {
        Path ran = folder.resolve("ran");
        try (PeerlockTestCluster cluster = PeerlockTestCluster.start(2)) {
            ClientGrant clientGrant = new MemberClient(cluster.node(1))
                    .acquire(LockRequest.exclusive("x", "me"), Duration.ofMinutes(1))
                    .orElseThrow();
            cluster.pause(1, cluster.lease().multipliedBy(2));
            cluster.advance(cluster.lease().multipliedBy(2));
            assertThat(run(clientGrant, "touch " + ran, Duration.ZERO)).isEqualTo(Exit.LOST);
        }
        assertThat(ran).doesNotExist();
        assertThat(err.toString()).startsWith("peerlock: lock 'x' was lost: ").hasLineCount(1);
    }
}
