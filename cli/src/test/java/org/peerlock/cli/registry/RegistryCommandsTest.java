package org.peerlock.cli.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.cli.CommandResult.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Peerlock;
import org.peerlock.cli.CommandResult;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.registry.Durability;
import org.peerlock.registry.TaggedBytes;

/** {@code peerlock registry}, with a directory as the registry. */
class RegistryCommandsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void nameTheRegistry() {
        folder = temporary.resolve("registry");
    }

    private Peerlock join() throws InterruptedException {
        return Peerlock.builder("orders")
                .directory(folder)
                .lease(Duration.ofSeconds(1))
                .label("shop")
                .join();
    }

    private byte[] content() throws Exception {
        return new FileRegistryStore(folder).read(TIMEOUT).content();
    }

    @Test
    void aGoodRegistryPassesTheCheckAndIsLeftAlone() throws Exception {
        byte[] before;
        try (Peerlock peerlock = join()) {
            assertThat(peerlock.members()).hasSize(1);
        }
        before = content();
        CommandResult result = run("registry", "check", folder.toString(), "--writes", "20", "--lease", "1h");
        assertThat(result.err()).isEmpty();
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.out())
                .startsWith("Registry: the directory " + folder.toRealPath().resolve("peerlock-check") + "\n")
                .contains("settings       file system = ")
                .contains("writes         20: ")
                .contains("Durability: Each write is forced to the disk before it counts.")
                .contains("time limit     480000 ms")
                .endsWith("Good: one writer wins each time, no tag came back, and writes are fast enough.\n");
        assertThat(content()).isEqualTo(before);
        CommandResult json = run("registry", "check", "file:" + folder, "--writes", "3", "--lease", "1h", "--json");
        assertThat(json.json().get("problems")).isEmpty();
        assertThat(json.json()
                        .get("durability")
                        .get("settings")
                        .get("file system")
                        .asString())
                .isNotEmpty();
        assertThat(json.json().get("durability").get("verdict").asString()).startsWith("Each write");
        assertThat(json.json().get("writes").asInt()).isEqualTo(3);
    }

    @Test
    void theContentIsShownWithoutTheSecret() throws Exception {
        try (Peerlock peerlock = join()) {
            CommandResult text = run("registry", "show", folder.toString(), "--cluster", "orders");
            assertThat(text.err()).isEmpty();
            assertThat(text.exit()).isEqualTo(Exit.OK);
            String id = peerlock.members().get(0).peer().id();
            assertThat(text.out())
                    .startsWith("Registry of cluster 'orders': the directory " + folder.toRealPath() + "\n")
                    .contains(
                            "algorithms  naimi-trehel",
                            "protocol    2",
                            ", 1 member\n",
                            id,
                            "  1 s  ",
                            "ASKS FOR",
                            "  naimi-trehel  ");
            CommandResult json = run("registry", "show", folder.toString(), "--json");
            assertThat(json.json().get("members").get(0).get("id").asString()).startsWith(id);
            assertThat(json.json()
                            .get("members")
                            .get(0)
                            .get("lease")
                            .get("leaseMillis")
                            .asInt())
                    .isEqualTo(1_000);
            Matcher secret = Pattern.compile("secret ([0-9a-f]{64})\n").matcher(new String(content(), UTF_8));
            assertThat(secret.find()).isTrue();
            assertThat(text.out() + json.out()).doesNotContain(secret.group(1));
        }
    }

    @Test
    void anAddressIsShownInFullOnANarrowTerminal() {
        ClusterState state = ClusterState.create(
                        new Incarnation(0, 1),
                        RegistrySecret.WITHHELD,
                        "orders",
                        new ClusterSettings(1, "naimi-trehel"),
                        1,
                        null)
                .apply(new RegistryCommand.Join(
                        new Incarnation(0, 2),
                        Endpoint.plain("node-7.shop.example.com:41231"),
                        ProtocolRange.OF_LIBRARY,
                        new LeaseTerms(6_000, 10_000),
                        0))
                .orElseThrow();
        assertThat(ShowRegistryCommand.lines("etcd at h1", state, 80))
                .anyMatch(line -> line.contains("  node-7.shop.example.com:41231  "))
                .allMatch(line -> line.length() <= 80)
                .noneMatch(line -> line.contains("CANNOT REACH"));
    }

    @Test
    void theCheckFitsANarrowTerminal() {
        RegistryCheck.Result result = new RegistryCheck.Result(
                "the table peerlock_registry of jdbc:postgresql://db/app, cluster peerlock-check",
                new Durability(
                        new TreeMap<>(Map.of(
                                "fsync",
                                "on",
                                "synchronous_commit",
                                "on",
                                "synchronous_standby_names",
                                "ANY 1 (a, b)")),
                        "Each write waits for the disk of the server and that of a standby, which takes over."),
                12,
                25,
                200,
                2,
                20,
                900,
                800,
                List.of("writes are too slow for a lease of 6 s: choose one of at least 7 s, or a faster registry"));
        assertThat(result.lines(80))
                .allMatch(line -> line.length() <= 80)
                .contains("               ANY 1 (a, b)", "    faster registry");
        assertThat(String.join(" ", result.lines(80)).replaceAll(" +", " "))
                .isEqualTo(String.join(" ", result.lines(TextFit.UNLIMITED)).replaceAll(" +", " "));
    }

    @Test
    void theEnvironmentNamesTheRegistryIfNobodyElseDoes() {
        Map<String, String> environment = Map.of("PEERLOCK_REGISTRY", "etcd://h1/locks");
        assertThat(RegistryUrl.chosen(null, environment)).isEqualTo("etcd://h1/locks");
        assertThat(RegistryUrl.chosen("zk://h2/locks", environment)).isEqualTo("zk://h2/locks");
        for (String command : List.of("check", "show", "reset")) {
            assertThatThrownBy(() -> RegistryUrl.chosen(null, Map.of("PEERLOCK_REGISTRY", " ")))
                    .hasMessage("which registry? Give its directory or URL, or set PEERLOCK_REGISTRY");
            assertThat(run("registry", command, "").exit()).isEqualTo(Exit.USAGE);
        }
    }

    @Test
    void aUrlOfADatabaseWithoutJdbcIsToldWhatIsMissing() {
        CommandResult result = run("registry", "show", "postgresql://ann:secret@db/app");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err())
                .contains("begins with 'jdbc:postgresql:', not with 'postgresql:'")
                .doesNotContain("class path", "secret");
        assertThat(run("registry", "show", "postgres://db/app").err()).contains("'jdbc:postgresql:'");
        assertThat(run("registry", "show", "mysql://db/app").err()).contains("'jdbc:mysql:'");
        assertThat(run("registry", "show", "mariadb://db/app").err()).contains("'jdbc:mariadb:'");
    }

    @Test
    void nothingIsCreatedWhereThereIsNoRegistry() {
        for (String command : new String[] {"show", "reset"}) {
            CommandResult result = run("registry", command, folder.toString());
            assertThat(result.exit()).isEqualTo(Exit.NO_FILE);
            assertThat(result.err()).isEqualTo("peerlock: there is no directory " + folder + "\n");
            assertThat(folder).doesNotExist();
        }
    }

    @Test
    void anEmptyRegistryIsNoError() throws Exception {
        assertThat(new FileRegistryStore(folder).read(TIMEOUT)).isEqualTo(TaggedBytes.ABSENT);
        assertThat(run("registry", "show", folder.toString()).exit()).isEqualTo(Exit.NO_FILE);
        assertThat(run("registry", "reset", folder.toString()))
                .isEqualTo(new CommandResult(Exit.OK, "The registry of cluster 'default' is empty already.\n", ""));
    }

    @Test
    void aRegistryIsNotClearedWhileAProcessIsAlive() throws Exception {
        try (Peerlock peerlock = join()) {
            CommandResult result = run("registry", "reset", folder.toString());
            assertThat(result.exit()).isEqualTo(Exit.DOES_NOT_HOLD);
            assertThat(result.err()).contains("one is alive", "Nothing was cleared");
            assertThat(content()).isNotEmpty();
            assertThat(peerlock.lock("till").acquire().isValid()).isTrue();
        }
    }

    @Test
    void aRegistryIsClearedWhenAllProcessesHaveLeft() throws Exception {
        join().close();
        CommandResult result = run("registry", "reset", folder.toString());
        assertThat(result)
                .isEqualTo(new CommandResult(Exit.OK, "The registry of cluster 'default' is empty now.\n", ""));
        assertThat(content()).isEmpty();
        try (Peerlock again = join()) {
            assertThat(again.members()).hasSize(1);
        }
    }

    /** A process that has died without a trace leaves a record that nobody renews. */
    @Test
    void aRegistryIsClearedWhenNoRecordIsRenewedForALease() throws Exception {
        byte[] withMember;
        try (Peerlock peerlock = join()) {
            assertThat(peerlock.members()).hasSize(1);
            withMember = content();
        }
        FileRegistryStore store = new FileRegistryStore(folder);
        assertThat(store.compareAndSet(store.read(TIMEOUT).tag(), withMember, TIMEOUT))
                .isTrue();
        CommandResult result = run("registry", "reset", folder.toString());
        assertThat(result.exit()).isEqualTo(Exit.OK);
        assertThat(result.out()).startsWith("Watching 1 process for ");
        assertThat(content()).isEmpty();
    }

    @Test
    void damagedContentIsClearedOnlyByForce() throws Exception {
        FileRegistryStore store = new FileRegistryStore(folder);
        assertThat(store.compareAndSet("", "something else".getBytes(UTF_8), TIMEOUT))
                .isTrue();
        CommandResult refused = run("registry", "reset", folder.toString());
        assertThat(refused.exit()).isEqualTo(Exit.BAD_DATA);
        assertThat(refused.err()).contains("reset --force");
        CommandResult forced = run("registry", "reset", folder.toString(), "--force");
        assertThat(forced.exit()).isEqualTo(Exit.OK);
        assertThat(forced.err()).contains("two processes may hold a lock at once");
        assertThat(content()).isEmpty();
    }

    @Test
    void aUrlThatNoStoreOpensIsAnErrorWithoutItsSecrets() {
        CommandResult result = run("registry", "show", "redis://user:secret@host/1");
        assertThat(result.exit()).isEqualTo(Exit.USAGE);
        assertThat(result.err()).contains("no registry store for 'redis:'").doesNotContain("secret");
    }

    @Test
    void otherCommandsTakeAUrlToo() throws Exception {
        try (Peerlock peerlock = join()) {
            assertThat(peerlock.members()).hasSize(1);
            CommandResult members = run("members", "--cluster", "orders", "--registry", "file:" + folder);
            assertThat(members.err()).isEmpty();
            assertThat(members.out()).contains("Cluster 'orders': 1 member").contains("shop");
        }
        assertThat(run("members", "--registry", "redis://user:secret@host").err())
                .contains("no registry store for 'redis:'")
                .doesNotContain("secret");
        assertThat(Files.exists(folder)).isTrue();
    }
}
