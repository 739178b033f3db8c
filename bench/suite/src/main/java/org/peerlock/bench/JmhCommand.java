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
            "Measure the hot paths with JMH: a lock that is kept is acquired and released; one entry in each algorithm; a"
                    + " packet is written and read. Takes some minutes.",
            "Arguments go to JMH, after -- if they begin with a dash: names of benchmarks, -f 5 for more forks, -h for all."
        },
        exitCodeOnInvalidInput = BenchCommand.USAGE)
final class JmhCommand implements Callable<Integer> {

    /** Short, for a first look. */
    private static final Map<String, String> DEFAULTS =
            new TreeMap<>(Map.of("-f", "1", "-wi", "3", "-i", "3", "-w", "1", "-r", "1", "-foe", "true"));

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "ARGUMENT", description = "For JMH.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path libraries = BenchCommand.root().resolve(Path.of("bench", "jmh", "target", "lib"));
        if (!Files.isDirectory(libraries)) {
            throw new ParameterException(
                    spec.commandLine(), "there is no " + libraries + ": run ./peerlock bench jmh, which builds it");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                libraries.resolve("*").toString(),
                "org.openjdk.jmh.Main"));
        command.addAll(settings(arguments));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    /** With what is given, and by default what is not: JMH takes nothing twice. */
    static List<String> settings(List<String> given) {
        List<String> settings = new ArrayList<>(given);
        DEFAULTS.forEach((option, value) -> {
            if (given.stream().noneMatch(each -> each.matches(option + "(=.*|[0-9].*)?"))) {
                settings.addAll(List.of(option, value));
            }
        });
        return settings;
    }
}
