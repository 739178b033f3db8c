package org.peerlock.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.CommandResult.run;
import static org.peerlock.cli.Eventually.await;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.ClusterObserver;
import org.peerlock.Grant;
import org.peerlock.Member;
import org.peerlock.Peer;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockListener;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.Main;
import org.peerlock.cli.client.ClusterClients;
import org.peerlock.cli.client.ClusterInspector;
import org.peerlock.cli.client.ClusterOptions;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.registry.TaggedBytes;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** {@code who}, {@code members} and {@code locks}. */
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
    void theHelpEqualsTheGoldenFile(String command) throws IOException {
        run(command, "--help").equalsGoldenFile(command + "-help");
    }

    // Who

    @Test
    void holdersAndWaitersAreShown() throws Exception {
        try (Peerlock shop = shop();
                Grant grant = shop.lock("till").withLabel("order-17").acquire(LONG)) {
            CompletableFuture<Grant> waiting =
                    shop.lock("till").withLabel("order-18").acquireAsync();
            CommandResult text = show("who", "till");
            assertThat(text.err()).isEmpty();
            assertThat(text.exit()).isEqualTo(Exit.OK);
            assertThat(text.out())
                    .startsWith("'till' in cluster 'default': an exclusive lock, by naimi-trehel\n")
                    .containsPattern("order-17 +shop +.* exclusive +" + grant.fence() + "\n")
                    .containsPattern("1\\. +order-18 +shop +.* exclusive\n")
                    .contains("They wait because order-17 (shop) holds it.");
            JsonNode json = show("who", "till", "--json").json();
            assertThat(json.get("known").asBoolean()).isTrue();
            assertThat(json.get("holders").get(0).get("label").asString()).isEqualTo("order-17");
            assertThat(json.get("holders").get(0).get("fence").asString()).isEqualTo(Long.toString(grant.fence()));
            assertThat(json.get("holders").get(0).get("process").get("label").asString())
                    .isEqualTo("shop");
            assertThat(json.get("holders").get(0).get("heldSeconds").asDouble()).isPositive();
            assertThat(json.get("waiters").get(0).get("label").asString()).isEqualTo("order-18");
            assertThat(json.get("ordered").asBoolean()).isTrue();
            assertThat(json.get("unanswered")).isEmpty();
            assertThat(json.get("omitted").asInt()).isZero();
            waiting.cancel(false);
        }
    }

    @Test
    void aLockThatNoProcessKnowsIsNoError() throws Exception {
        try (Peerlock shop = shop()) {
            assertThat(shop.members()).hasSize(1);
            assertThat(show("who", "nothing"))
                    .isEqualTo(new CommandResult(
                            Exit.OK, "No process of cluster 'default' has used a lock 'nothing' recently.\n", ""));
        }
    }

    // A cluster that does not exist

    @ParameterizedTest
    @ValueSource(strings = {"who till", "members", "locks", "who till --watch"})
    void aClusterThatDoesNotExistIsReportedAndNotCreated(String line) throws IOException {
        Path none = folder.resolve("none");
        String[] words = (line + " --cluster orders --registry " + none).split(" ");
        CommandResult expected = new CommandResult(
                Exit.NO_FILE,
                "",
                "peerlock: there is no cluster 'orders' in " + none
                        + "; check --registry: the processes of a cluster all use the same directory\n");
        assertThat(run(words)).isEqualTo(expected);
        assertThat(none).doesNotExist();

        Files.createDirectory(none);
        assertThat(run(words)).isEqualTo(expected);
        assertThat(none).isEmptyDirectory();
    }

    @Test
    void theClustersThatExistAreListed() throws Exception {
        String home = System.getProperty("user.home");
        System.setProperty("user.home", folder.toString());
        try {
            assertThat(run("members").err())
                    .isEqualTo("peerlock: there is no cluster 'default' in " + folder
                            + "/.peerlock/default; no process of this user has joined any cluster yet\n");
            assertThat(folder).isEmptyDirectory();
            Peerlock.builder("orders").join().close();
            Peerlock.builder("invoices").join().close();
            Files.createDirectory(folder.resolve(".peerlock/empty"));
            assertThat(run("members").err())
                    .isEqualTo("peerlock: there is no cluster 'default' in " + folder
                            + "/.peerlock/default; choose an existing one with --cluster: invoices, orders\n");
            assertThat(folder.resolve(".peerlock/default")).doesNotExist();
            assertThat(run("members", "--cluster", "orders"))
                    .isEqualTo(new CommandResult(Exit.OK, "Cluster 'orders' has no members now.\n", ""));
        } finally {
            System.setProperty("user.home", home);
        }
    }

    /** A view that does not change is not logged by anybody. */
    @Test
    void lookingDoesNotChangeTheMembership() throws Exception {
        try (Peerlock shop = shop()) {
            List<Long> epochs = new CopyOnWriteArrayList<>();
            shop.addListener(new PeerlockListener() {
                @Override
                public void viewChanged(long epoch, List<Peer> members) {
                    epochs.add(epoch);
                }
            });
            long before = shop.members().get(0).epoch();
            for (String line : List.of("members", "locks", "who till")) {
                assertThat(show(line.split(" ")).exit()).isEqualTo(Exit.OK);
            }
            assertThat(shop.members()).extracting(Member::epoch).containsExactly(before);
            assertThat(epochs).isEmpty();
        }
    }

    // Members

    @Test
    void theMembersAreShown() throws Exception {
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
        assertThat(show("members").out()).isEqualTo("Cluster 'default' has no members now.\n");
    }

    @Test
    void aMemberThatWasKilledIsNotShown() throws Exception {
        Process process = start("run", "till", "--registry", folder.toString(), "--", "sleep", "600");
        try {
            await(() -> ClusterObserver.exists(folder) && show("members").out().contains("sleep, pid"));
            process.destroyForcibly().waitFor();
            assertThat(show("members").out()).isEqualTo("Cluster 'default' has no members now.\n");
            assertThat(show("who", "till").out()).startsWith("No process of cluster 'default' has used a lock");
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElse("java"), "-XX:TieredStopAtLevel=1", "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void aClusterWithItsOwnSettingsCanBeInspected() throws Exception {
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
        try (Peerlock shop = shop()) {
            assertThat(show("locks").out()).isEqualTo("No process of cluster 'default' uses a lock.\n");
            for (int i = 0; i < 3; i++) {
                shop.lock("often").acquire(LONG).close();
            }
            shop.semaphore("pool", 5).acquire(2, LONG).close();
            try (Grant grant = shop.lock("till").acquire(LONG)) {
                assertThat(grant.isValid()).isTrue();
                assertThat(show("locks").out())
                        .containsPattern("\noften +mutex +0 +0 +3 ")
                        .containsPattern("\npool +sem 5 +0 +0 +1 ")
                        .containsPattern("\ntill +mutex +1 +0 +1 ");
                JsonNode json = show("locks", "--top", "1", "--json").json();
                assertThat(json.get("omitted").asInt()).isEqualTo(2);
                assertThat(json.get("locks").get(0).get("lock").asString()).isEqualTo("often");
                assertThat(json.get("locks").get(0).get("kind").asString()).isEqualTo("exclusive");
                assertThat(json.get("locks").get(0).get("acquisitions").asInt()).isEqualTo(3);
                assertThat(json.get("locks").get(0).get("longestHoldSeconds").asDouble())
                        .isPositive();
            }
        }
    }

    @Test
    void aRowOfTheBusiestLocksFits80Columns() throws Exception {
        try (Peerlock shop = shop();
                Grant held = shop.semaphore("orders/" + "long-".repeat(100) + "end", 100)
                        .acquire(2, LONG)) {
            assertThat(held.isValid()).isTrue();
            LocksCommand command = new LocksCommand();
            new CommandLine(command).parseArgs();
            CommandOutput output;
            try (ClusterInspector inspector = ClusterClients.inspector(
                    CommandLine.populateCommand(new ClusterOptions(), "--registry", folder.toString()))) {
                output = command.query(inspector, 80);
            }
            assertThat(output.lines())
                    .allMatch(line -> line.length() <= 80)
                    .anyMatch(line -> line.matches("orders/.*….*-end +sem 100 .*"));
        }
    }

    // Watching

    @Test
    void watchingPrintsALineOfJsonEachTimeUntilItIsEnded() throws Exception {
        Peerlock.builder("default").directory(folder).join().close();
        Process process = start("who", "till", "--every", "100ms", "--json", "--registry", folder.toString());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < 3; i++) {
                assertThat(lines.readLine()).startsWith("{\"cluster\":\"default\",\"lock\":\"till\"");
            }
            process.destroy(); // SIGTERM: a shell may have made it ignore SIGINT
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(Exit.OK);
        } finally {
            process.destroyForcibly();
        }
    }

    // Errors

    @ParameterizedTest
    @ValueSource(strings = {"who", "who a b", "who a --every soon", "who a --every 0", "members here", "locks --top 0"})
    void aWrongCommandLineIsRefusedWithAHint(String line) throws Exception {
        Peerlock.builder("default").directory(folder).join().close();
        show(line.split(" ")).failsAsInGoldenFile(line.replaceAll("[^a-z0-9]+", "-"));
    }

    @Test
    void anInvalidNameOfALockIsRefused() throws Exception {
        Peerlock.builder("default").directory(folder).join().close();
        show("who", "").failsAsInGoldenFile("who-empty-name");
    }

    @Test
    void anInvalidNameOfAClusterIsRefused() throws IOException {
        show("members", "--cluster", "a/b").failsAsInGoldenFile("members-cluster");
    }

    @Test
    void aRegistryThatCannotBeUsedIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        run("locks", "--registry", file.toString())
                .replacing(folder.toRealPath(), "FOLDER")
                .replacing(folder, "FOLDER")
                .failsAsInGoldenFile("locks-registry-is-a-file");
    }

    @Test
    void aClusterOfALaterVersionIsNotInspected() throws Exception {
        ClusterState later = ClusterState.create(
                new Incarnation(0, 1), RegistrySecret.WITHHELD, "default", new ClusterSettings(9, "all"), 1, null);
        assertThat(new FileRegistryStore(folder)
                        .compareAndSet(TaggedBytes.ABSENT.tag(), ClusterStateText.write(later), Duration.ofSeconds(30)))
                .isTrue();
        show("members").failsAsInGoldenFile("members-later-version");
    }
}
