package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.Eventually.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the installed script {@code peerlock} makes of its arguments for Java, here a script that writes them down. */
@EnabledOnOs(OS.LINUX)
class InstalledCommandTest {

    private static final Path BIN = Path.of("src", "dist", "bin");

    /** Writes an archive if it is told to, in two steps. {@code $INTERRUPT} is run between them. */
    private static final String JAVA = """
            #!/bin/sh
            archive=
            for argument; do
                case $argument in -XX:ArchiveClassesAtExit=*) archive=${argument#*=} ;; esac
            done
            if [ -n "$archive" ]; then
                echo "$archive" >>"$FOLDER/trainings"
                echo incomplete >"$archive"
                eval "${INTERRUPT:-}"
                echo complete >"$archive"
            else
                printf '%s\\n' "$@"
            fi
            """;

    @TempDir
    Path folder;

    private Path home;
    private Path archives;

    @BeforeEach
    void install() throws IOException {
        home = folder.resolve("home");
        archives = folder.resolve("archives");
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib").resolve("peerlock.jar"));
        for (String script : List.of("peerlock", "peerlock-java", "peerlock-run")) {
            Files.copy(BIN.resolve(script), home.resolve("bin").resolve(script));
        }
        Path java = folder.resolve("jdk").resolve("bin").resolve("java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    private Process start(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME", folder.resolve("jdk").toString(),
                        "XDG_CACHE_HOME", folder.resolve("cache").toString(),
                        "FOLDER", folder.toString()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The arguments that Java gets. Returns when the archives, which a first start makes in the background, are made. */
    private List<String> launch(Map<String, String> environment, String... arguments) throws Exception {
        String[] command = Stream.concat(
                        Stream.of("sh", home.resolve("bin").resolve("peerlock").toString()), Stream.of(arguments))
                .toArray(String[]::new);
        byte[] output = start(environment, command).getInputStream().readAllBytes();
        List<String> given = new String(output, StandardCharsets.UTF_8).lines().toList();
        Path trained = archive(given).resolveSibling("trained");
        await(() -> Files.exists(trained));
        return given;
    }

    private static Path archive(List<String> arguments) {
        String option = "-XX:SharedArchiveFile=";
        return arguments.stream()
                .filter(argument -> argument.startsWith(option))
                .map(argument -> Path.of(argument.substring(option.length())))
                .findFirst()
                .orElseThrow();
    }

    /** Writes the archives in the foreground, and returns the exit code. */
    private int train(Map<String, String> environment) throws IOException, InterruptedException {
        String script = ". '%s'; find_java; train_once '%s' '%s'"
                .formatted(home.resolve("bin").resolve("peerlock-java"), home.resolve("lib"), archives);
        return start(environment, "sh", "-c", script).waitFor();
    }

    private List<String> trainings() throws IOException {
        return Files.readAllLines(folder.resolve("trainings"));
    }

    private static List<Path> archivesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jsa"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aNodeHasAHeapOf128MiBAndTheArchiveOfRun() throws Exception {
        List<String> arguments = launch(Map.of(), "node", "--port", "0");
        assertThat(arguments)
                .contains("-Xmx128m", "-XX:+UseSerialGC", "-cp", home.resolve("lib/peerlock.jar") + ":")
                .endsWith("org.peerlock.cli.Main", "node", "--port", "0");
        assertThat(archive(arguments)).startsWith(folder.resolve("cache")).hasFileName("peerlock-run.jsa");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xms64m", "-XX:MaxHeapSize=64m", "-XX:MaxRAMPercentage=50"})
    void theUsersOwnHeapSizeWins(String option) throws Exception {
        for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")) {
            assertThat(launch(Map.of(variable, option), "node")).doesNotContain("-Xmx128m");
            assertThat(launch(Map.of(variable, option), "lab", "check")).doesNotContain("-XX:MaxRAMPercentage=75");
        }
    }

    @Test
    void theLaboratoryMayUseMostOfTheMemoryAndHasItsOwnArchive() throws Exception {
        List<String> arguments = launch(Map.of(), "lab", "check", "lamport");
        assertThat(arguments).contains("-XX:MaxRAMPercentage=75", "-XX:+UseParallelGC");
        assertThat(archive(arguments)).hasFileName("peerlock-lab.jsa");
    }

    @Test
    void theFirstStartMakesTheArchivesThatLaterStartsUse() throws Exception {
        Path archive = archive(launch(Map.of(), "members"));
        assertThat(archivesIn(Objects.requireNonNull(archive.getParent())))
                .containsExactly(archive.resolveSibling("peerlock-lab.jsa"), archive)
                .allSatisfy(each -> assertThat(each).hasContent("complete"));
    }

    /** The process that trains is killed, as at the end of a service; or only Java, as if memory ran out. */
    @ParameterizedTest
    @ValueSource(strings = {"kill -KILL $PPID; exit", "kill -KILL $$"})
    void aTrainingThatIsKilledLeavesNoArchiveAndIsTriedAgain(String interrupt) throws Exception {
        train(Map.of("INTERRUPT", interrupt));
        assertThat(trainings()).hasSize(1);
        assertThat(archivesIn(archives)).isEmpty();

        await(
                () -> { // the script that was killed may still run for a moment, and keep others from training
                    assertThat(train(Map.of())).isZero();
                    return trainings().size() > 1;
                });
        assertThat(trainings()).hasSize(3);
        assertThat(archivesIn(archives))
                .containsExactly(archives.resolve("peerlock-lab.jsa"), archives.resolve("peerlock-run.jsa"))
                .allSatisfy(each -> assertThat(each).hasContent("complete"));

        assertThat(train(Map.of())).isZero();
        assertThat(trainings()).as("it is done").hasSize(3);
    }

    @Test
    void aJavaThatMakesNoArchivesIsNotAskedAgain() throws Exception {
        assertThat(train(Map.of("INTERRUPT", "rm \"$archive\"; exit 1"))).isZero();
        assertThat(train(Map.of())).isZero();
        assertThat(trainings()).hasSize(2);
        assertThat(archivesIn(archives)).isEmpty();
    }
}
