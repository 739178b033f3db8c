package org.peerlock.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/**
 * Every command in a block of code of a document is run, in the order of the document, in a directory of its own; or
 * {@link CommandRule} says why it is not. A command that is not run, and one within a sentence, must at least be one that
 * exists, with options that exist.
 */
class CommandsTest {

    /** Far longer than all commands of a document take: a command that hangs fails the test. */
    private static final int LIMIT_SECONDS = 300;

    /** Programs that a document takes for granted. */
    private static final List<String> STAND_INS = List.of("render", "psql", "make", "ffmpeg", "tar", "rsync");

    /** Scripts of the reader. */
    private static final List<String> SCRIPTS =
            List.of("backup.sh", "nightly.sh", "query.sh", "report.sh", "deploy.sh", "report");

    /** The cluster of the documents' examples: a member of it holds the lock {@code till}. */
    private static final String CLUSTER = "orders";

    @TempDir
    private Path folder;

    static List<Document> documents() {
        return Document.all();
    }

    static List<Document> documentsWithCommands() {
        return documents().stream()
                .filter(document -> ShellCommand.of(document).stream()
                        .anyMatch(command -> CommandRule.of(command).isEmpty()
                                || CommandRule.of(command).orElseThrow().isRun()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyCommandExistsWithItsOptions(Document document) {
        List<String> problems = Stream.concat(
                        ShellCommand.of(document).stream().map(ShellCommand::oneLine), document.codeSpans().stream())
                .filter(command -> !command.contains("…") || command.startsWith("./peerlock"))
                .flatMap(command -> CommandLineCheck.problem(command).map(problem -> command + ": " + problem).stream())
                .toList();
        assertThat(problems).as("commands of %s", document).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documentsWithCommands")
    @EnabledOnOs(OS.LINUX)
    void theCommandsOfADocumentWork(Document document) throws IOException, InterruptedException {
        prepare();
        try (Peerlock orders = Peerlock.builder(CLUSTER)
                .directory(folder.resolve(Path.of("home", ".peerlock", CLUSTER)))
                .label("shop")
                .lease(Duration.ofMinutes(1)) // the commands keep the machine busy
                .join()) {
            Grant till = orders.lock("till").withLabel("order-17").acquire();
            run(document);
            till.close();
        }
    }

    private void run(Document document) throws IOException, InterruptedException {
        List<String> script = new ArrayList<>();
        for (ShellCommand command : ShellCommand.of(document)) {
            Optional<CommandRule> rule = CommandRule.of(command);
            if (rule.isEmpty() || rule.orElseThrow().isRun()) {
                int expected = rule.map(CommandRule::exitCode).orElse(0);
                script.add(command.text());
                script.add("code=$?; if [ $code != " + expected + " ]; then echo \"exit code $code instead of "
                        + expected + "\"; exit 99; fi");
            }
        }
        Files.write(folder.resolve("script"), script);
        ProcessBuilder builder = new ProcessBuilder("sh", "-x", "../script");
        builder.directory(folder.resolve("work").toFile());
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("PATH", folder.resolve("bin") + File.pathSeparator + environment.get("PATH"));
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(folder.resolve("output"));
        assertThat(ended)
                .as("the commands of %s come to an end%n%s", document, output)
                .isTrue();
        assertThat(process.exitValue())
                .as("the commands of %s%n%s", document, output)
                .isZero();
    }

    /** A home, a folder to work in, and the programs that the documents name. */
    private void prepare() throws IOException {
        Path work = Files.createDirectories(folder.resolve("work"));
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("home"));
        copy(Document.ROOT.resolve("scenarios"), work.resolve("scenarios"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path peerlock = executable(
                bin.resolve("peerlock"),
                "exec '" + java + "' -Duser.home=\"$HOME\" -Djava.awt.headless=true -XX:TieredStopAtLevel=1"
                        + " -XX:+UseSerialGC -Xmx512m -cp '" + System.getProperty("java.class.path")
                        + "' org.peerlock.cli.Main \"$@\"");
        Files.createSymbolicLink(work.resolve("peerlock"), peerlock);
        for (String program : STAND_INS) {
            executable(bin.resolve(program), "exit 0");
        }
        for (String program : SCRIPTS) {
            executable(work.resolve(program), "exit 0");
        }
    }

    private static Path executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
        return file;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void everyRuleIsForACommandOfADocument() {
        List<ShellCommand> commands = documents().stream()
                .flatMap(document -> ShellCommand.of(document).stream())
                .toList();
        assertThat(CommandRule.all())
                .allSatisfy(rule -> assertThat(commands)
                        .as("commands for the rule: %s", rule)
                        .anyMatch(rule::isFor));
    }
}
