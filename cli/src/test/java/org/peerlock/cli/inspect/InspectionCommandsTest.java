package org.peerlock.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.Grant;
import org.peerlock.Peerlock;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.Main;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.registry.FileRegistryStore;
import tools.jackson.databind.JsonNode;

/** What is to be seen of a cluster. */
@Timeout(120)
class InspectionCommandsTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Peerlock shop() throws InterruptedException {
        return Peerlock.builder("default").directory(folder).label("shop").join();
    }

    private CommandResult show(String... line) {
        return run(Stream.concat(Stream.of(line), Stream.of("--registry", folder.toString()))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"who", "members", "locks"})
    void theHelpIsAsTheGoldenFileHasIt(String command) throws IOException {
        run(command, "--help").isAsTheGoldenFileHasIt(command + "-help");
    }

    // Who

    @Test
    void whoHoldsALockAndWhoWaitsIsShown() throws Exception {
        try (Peerlock shop = shop();
                Grant grant = shop.lock("till").withLabel("order-17").acquire(LONG)) {
            CompletableFuture<Grant> waiting =
                    shop.lock("till").withLabel("order-18").acquireAsync();
            CommandResult text = show("who", "till");
            assertThat(text.err()).isEmpty();
            assertThat(text.exit()).isEqualTo(Exit.OK);
            assertThat(text.out())
                    .startsWith("'till' in cluster 'default': an exclusive lock, by naimi-trehel\n")
                    .containsPattern("order-17 +shop +127.0.0.1:\\d+ +.* exclusive +" + grant.fence() + "\n")
                    .containsPattern("1\\. +order-18 +shop +127.0.0.1:\\d+ +.* exclusive\n")
                    .contains("They wait, since order-17 of shop has it.");
            JsonNode json = show("who", "till", "--json").json();
            assertThat(json.get("known").asBoolean()).isTrue();
            assertThat(json.get("holders").get(0).get("who").asString()).isEqualTo("order-17");
            assertThat(json.get("holders").get(0).get("fence").asString()).isEqualTo(Long.toString(grant.fence()));
            assertThat(json.get("holders").get(0).get("process").get("label").asString())
                    .isEqualTo("shop");
            assertThat(json.get("holders").get(0).get("heldSeconds").asDouble()).isPositive();
            assertThat(json.get("waiters").get(0).get("who").asString()).isEqualTo("order-18");
            assertThat(json.get("ordered").asBoolean()).isTrue();
            waiting.cancel(false);
        }
    }

    @Test
    void whatNobodyKnowsIsNoFailure() {
        CommandResult commandResult = show("who", "nothing");
        assertThat(commandResult.out())
                .isEqualTo("Nobody in cluster 'default' knows a lock 'nothing': nobody has wanted it for a while.\n");
        assertThat(commandResult.err()).isEmpty();
        assertThat(commandResult.exit()).isEqualTo(Exit.OK);
    }

    // Members

    @Test
    void theMembersAreShownWithoutTheOneThatLooks() throws Exception {
        assertThat(show("members").out()).isEqualTo("Nobody is in cluster 'default'.\n");
        try (Peerlock shop = shop()) {
            String id = shop.members().get(0).peer().id();
            assertThat(show("members").out())
                    .startsWith("Cluster 'default': 1 member\n\nNODE ")
                    .containsPattern("\n" + id + "  shop +127.0.0.1:\\d+  " + Pattern.quote(Peerlock.version())
                            + "  +[0-9.]+ m?s +\\d+\n$");
            JsonNode members = show("members", "--json").json().get("members");
            assertThat(members).hasSize(1);
            assertThat(members.get(0).get("process").get("id").asString()).isEqualTo(id);
            assertThat(members.get(0).get("version").asString()).isEqualTo(Peerlock.version());
            assertThat(members.get(0).get("leaseSeconds").asDouble()).isBetween(0.0, 60.0);
            assertThat(members.get(0).get("epoch").asLong()).isPositive();
        }
    }

    @Test
    void aClusterWithSettingsOfItsOwnIsLookedAtAsAnyOther() throws Exception {
        try (Peerlock other = Peerlock.builder("default")
                        .directory(folder)
                        .label("shop")
                        .lease(Duration.ofSeconds(20))
                        .algorithm("suzuki-kasami")
                        .algorithm("pool", "raymond-k")
                        .join();
                Grant grant = other.lock("till").acquire(LONG)) {
            assertThat(grant.isValid()).isTrue();
            CommandResult members = show("members");
            assertThat(members.err()).isEmpty();
            assertThat(members.exit()).isEqualTo(Exit.OK);
            assertThat(members.out()).contains("1 member\n").contains("  shop  ");
            assertThat(show("who", "till").out()).contains("by suzuki-kasami\n");
        }
    }

    // Locks

    @Test
    void theBusiestLocksOfAllMembersAreShown() throws Exception {
        assertThat(show("locks").out()).isEqualTo("Nobody in cluster 'default' uses a lock.\n");
        try (Peerlock shop = shop()) {
            for (int i = 0; i < 3; i++) {
                shop.lock("often").acquire(LONG).close();
            }
            shop.semaphore("pool", 5).acquire(2, LONG).close();
            try (Grant grant = shop.lock("till").acquire(LONG)) {
                assertThat(grant.isValid()).isTrue();
                assertThat(show("locks").out())
                        .containsPattern("\noften +exclusive +0 +0 +3 ")
                        .containsPattern("\npool +semaphore of 5 +0 +0 +1 ")
                        .containsPattern("\ntill +exclusive +1 +0 +1 ");
                JsonNode json = show("locks", "--top", "1", "--json").json();
                assertThat(json.get("untold").asInt()).isEqualTo(2);
                assertThat(json.get("locks").get(0).get("lock").asString()).isEqualTo("often");
                assertThat(json.get("locks").get(0).get("acquisitions").asInt()).isEqualTo(3);
                assertThat(json.get("locks").get(0).get("longestHoldSeconds").asDouble())
                        .isPositive();
            }
        }
    }

    // Again and again

    @Test
    void whoWatchesSeesALineOfJsonEachTimeAndEndsInGoodOrder() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElse("java"), "-XX:TieredStopAtLevel=1", "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("who", "till", "--every", "100ms", "--json", "--registry", folder.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < 3; i++) {
                assertThat(lines.readLine()).startsWith("{\"cluster\":\"default\",\"lock\":\"till\"");
            }
            process.destroy(); // as Ctrl-C does, but no shell can have made it ignore that
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(Exit.OK);
        } finally {
            process.destroyForcibly();
        }
    }

    // What goes wrong

    @ParameterizedTest
    @ValueSource(strings = {"who", "who a b", "who a --every soon", "who a --every 0", "members here", "locks --top 0"})
    void whatIsNotUnderstoodIsRefusedWithAHint(String line) throws IOException {
        show(line.split(" ")).failsAsTheGoldenFileHasIt(line.replaceAll("[^a-z0-9]+", "-"));
    }

    @Test
    void aNameThatNoLockCanHaveIsRefused() throws IOException {
        show("who", "").failsAsTheGoldenFileHasIt("who-empty-name");
    }

    @Test
    void aNameThatNoClusterCanHaveIsRefused() throws IOException {
        show("members", "--cluster", "a/b").failsAsTheGoldenFileHasIt("members-cluster");
    }

    @Test
    void aRegistryThatCannotBeUsedIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        run("locks", "--registry", file.toString())
                .replacing(folder.toRealPath(), "FOLDER")
                .replacing(folder, "FOLDER")
                .failsAsTheGoldenFileHasIt("locks-registry-is-a-file");
    }

    @Test
    void aClusterOfALaterVersionIsNotLookedAt() throws Exception {
        ClusterState later = ClusterState.create(new Incarnation(0, 1), "default", "2 all", 6_000, 10_000, 1, false);
        assertThat(new FileRegistryStore(folder).compareAndSet(0, ClusterStateText.write(later)))
                .isTrue();
        show("members").failsAsTheGoldenFileHasIt("members-later-version");
    }
}
