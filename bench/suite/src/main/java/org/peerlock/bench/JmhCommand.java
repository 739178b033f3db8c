package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./peerlock bench jmh}. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the hot paths with JMH: re-acquiring a lock, one entry in each algorithm, encoding and decoding a"
                    + " packet. Takes a few minutes.",
            "",
            "All arguments go to JMH, for example the name of a benchmark. Put -- before the first argument that starts"
                    + " with a dash: 'peerlock bench jmh -- -f 5' runs 5 forks, 'peerlock bench jmh -- -h' lists all"
                    + " options of JMH.",
            ""
        },
        exitCodeOnInvalidInput = BenchCommand.USAGE)
final class JmhCommand implements Callable<Integer> {

    /** A short run, enough for a first impression. */
    private static final Map<String, String> DEFAULTS =
            new TreeMap<>(Map.of("-f", "1", "-wi", "3", "-i", "3", "-w", "1", "-r", "1", "-foe", "true"));

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "Passed on to JMH.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path libraries = BenchCommand.root().resolve(Path.of("bench", "jmh", "target", "lib"));
        if (!Files.isDirectory(libraries)) {
            throw new ParameterException(
                    spec.commandLine(), libraries + " does not exist: run ./peerlock bench jmh, which builds it");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                libraries.resolve("*").toString(),
                "org.openjdk.jmh.Main"));
        command.addAll(withDefaults(arguments));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** Adds the defaults of the options that are not given. JMH accepts no option twice. */
    static List<String> withDefaults(List<String> given) {
        List<String> all = new ArrayList<>(given);
        DEFAULTS.forEach((option, value) -> {
            if (given.stream().noneMatch(each -> each.matches(option + "(=.*|[0-9].*)?"))) {
                all.addAll(List.of(option, value));
            }
        });
        return all;
    }
}
