package org.peerlock.lab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The measurement of a search: its counts, and the time between the output lines for its start and
 * end, without the start of the JVM and the parsing of a specification.
 *
 * @param seconds wall-clock time
 * @param processorSeconds CPU time of all threads of the JVM, including compilers and collectors;
 *     more than {@code seconds} if several ran at once, less if other programs used the processors
 */
record Measured(Counts counts, double seconds, double processorSeconds) {

    // The output lines of TLC; our program prints the same, so that both are measured in the same
    // way.
    static final String STARTED = "Computing initial states...";
    static final String ENDED = "Model checking completed. No error has been found.";
    private static final Pattern STATES = Pattern.compile("(\\d+) states generated, (\\d+) distinct states found.*");
    private static final Pattern DEPTH = Pattern.compile("The depth of the complete state graph search is (\\d+).*");

    /** In the terms of TLC: the depth of the initial states is 1. */
    record Counts(long distinct, long generated, int depth) {}

    double perSecond() {
        return counts.distinct() / seconds;
    }

    double perProcessorSecond() {
        return counts.distinct() / processorSeconds;
    }

    /** The searches of a program, one after the other, in its own JVM. */
    static List<Measured> searches(Path directory, String... program) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx3g", "-XX:+UseParallelGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(program));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        Reader reader = new Reader(process.toHandle());
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.read(line);
            }
        }
        if (reader.searches.isEmpty()) {
            throw new IllegalStateException(
                    "no search of " + Arrays.toString(program) + " ended well:\n" + reader.said);
        }
        return reader.searches;
    }

    /** Reads the clocks when a program prints that a search starts or ends. */
    private static final class Reader {

        private final ProcessHandle process;
        private final StringBuilder said = new StringBuilder();
        private final List<Measured> searches = new ArrayList<>();
        private long nanos;
        private Duration processor = Duration.ZERO;
        private long generated;
        private long distinct;

        Reader(ProcessHandle process) {
            this.process = process;
        }

        void read(String line) {
            said.append(line).append('\n');
            Matcher states = STATES.matcher(line);
            Matcher depth = DEPTH.matcher(line);
            if (line.equals(STARTED) || line.equals(ENDED)) {
                nanos = System.nanoTime() - nanos;
                processor = process.info().totalCpuDuration().orElseThrow().minus(processor);
            } else if (states.matches()) {
                generated = Long.parseLong(states.group(1));
                distinct = Long.parseLong(states.group(2));
            } else if (depth.matches()) {
                Counts counts = new Counts(distinct, generated, Integer.parseInt(depth.group(1)));
                searches.add(new Measured(counts, nanos / 1e9, processor.toNanos() / 1e9));
                nanos = 0;
                processor = Duration.ZERO;
            }
        }
    }
}
