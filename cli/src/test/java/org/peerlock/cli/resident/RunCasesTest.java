package org.peerlock.cli.resident;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.peerlock.cli.Eventually.LONG;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.cli.client.ResidentFiles;
import org.peerlock.internal.os.CurrentUser;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Both clients of {@code peerlock run} behave as {@code run-cases.txt} says. */
class RunCasesTest {

    private static final String PEERLOCK_RUN =
            Path.of("src/dist/bin/peerlock-run").toAbsolutePath().toString();

    /** A process that was started in the background ignores SIGINT, and so would its children. */
    private static final String HEEDS_SIGNALS = "@SIG{qw(INT HUP)} = ('DEFAULT', 'DEFAULT'); exec @ARGV";

    @TempDir
    Path directory;

    @BeforeAll
    static void needsPerlAndSetpriv() {
        assumeTrue(succeeds("perl", "-MTime::HiRes", "-e", "1"), "there is no perl");
        assumeTrue(succeeds("setpriv", "--pdeathsig", "KILL", "--", "true"), "there is no setpriv");
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    static List<RunCase> cases() throws IOException {
        return RunCase.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void inJava(RunCase each) throws Exception {
        check(each, java());
    }

    /** What it leaves to Java, Java does. */
    @ParameterizedTest
    @MethodSource("cases")
    void withoutJava(RunCase each) throws Exception {
        Path script = Files.writeString(
                directory.resolve("peerlock"),
                "exec "
                        + String.join(
                                " ",
                                java().stream().map(word -> "'" + word + "'").toList()) + " \"$@\"");
        check(each, List.of("perl", PEERLOCK_RUN, script.toString()));
    }

    private static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.peerlock.cli.Main");
    }

    private void check(RunCase each, List<String> client) throws Exception {
        assumeTrue(!each.needsRoot || CurrentUser.id().orElse(1) == CurrentUser.ROOT, "only root can give files away");
        Path parent = Files.createTempDirectory(directory, "parent");
        ResidentFiles files = new ResidentFiles(Files.createTempDirectory(parent, "registry"));
        Files.createFile(files.token(), BearerToken.ownerOnly(files.token()));
        Files.writeString(files.token(), "0\n");
        try (ScriptedNode node = new ScriptedNode(files.socket(), each.node)) {
            prepare(each, files.directory());
            Process process = start(each, client, files.directory());
            try {
                process.getOutputStream().close();
                CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
                assertThat(out(process, each, node)).isEqualTo(each.out.toString());
                assertThat(err.get(LONG.toSeconds(), SECONDS))
                        .isEqualTo(each.err
                                .toString()
                                .replace("SOCKET", files.socket().toString())
                                .replace("DIRECTORY", files.directory().toString())
                                .replace("PARENT", parent.toString()));
                assertThat(process.waitFor(LONG.toSeconds(), SECONDS)).isTrue();
                assertThat(process.exitValue()).isEqualTo(each.exit);
                each.sends.forEach((request, body) -> assertSent(node.lastBody(request), body, process.pid()));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static void prepare(RunCase each, Path directory) throws Exception {
        if (each.prepare != null) {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", each.prepare).directory(directory.toFile());
            assertThat(builder.inheritIO().start().waitFor()).isZero();
        }
    }

    private static Process start(RunCase each, List<String> client, Path registry) throws IOException {
        List<String> words = new ArrayList<>(List.of("perl", "-e", HEEDS_SIGNALS));
        words.addAll(client);
        words.addAll(List.of("run", "--registry", registry.toString()));
        words.addAll(each.arguments);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.start();
    }

    /** When the command has printed a line, its lock may be lost, and peerlock gets the signal of the case. */
    private static String out(Process process, RunCase each, ScriptedNode node) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean running = false;
        for (int next = process.getInputStream().read();
                next >= 0;
                next = process.getInputStream().read()) {
            out.write(next);
            if (next == '\n' && !running) {
                running = true;
                node.commandRuns();
                if (each.signal != null) {
                    assertThat(succeeds("kill", "-s", each.signal, String.valueOf(process.pid())))
                            .isTrue();
                }
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String read(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fields that are null count as missing. LABEL stands for the default label. */
    private static void assertSent(String actual, String expected, long pid) {
        ObjectNode sent = (ObjectNode) JsonMapper.shared().readTree(actual);
        sent.propertyNames().stream()
                .filter(name -> sent.get(name).isNull())
                .toList()
                .forEach(sent::remove);
        String text = expected.replace("LABEL", "sh, pid " + pid);
        assertThat(sent).isEqualTo(JsonMapper.shared().readTree(text));
    }
}
