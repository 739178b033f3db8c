package org.peerlock.lab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerlock.lab.check.Effort;
import org.peerlock.lab.check.LamportMutex;

/**
 * Searches Lamport's mutex with TLC and with our checker, and tells how many distinct states a second each finds.
 *
 * <p>TLC gets the public specification, one worker, and no invariant, since ours checks none here. Every search has a fresh JVM
 * of the same settings to itself; both sides take turns, and the fastest search of each counts. The time is that between two
 * lines of output, so it leaves out the start of the JVM and the reading of the specification.
 */
public final class CheckerBench {

    private static final int PROCESSES = 3;
    private static final int MAX_CLOCK = 6;
    private static final int ROUNDS = 3;

    private static final String SPECIFICATION = "LamportMutex.tla";
    private static final String CONFIGURATION = "LamportMutex.cfg";

    // What TLC says, and ours says likewise, so that both are measured in the same way.
    private static final String STARTED = "Computing initial states...";
    private static final String ENDED = "Model checking completed. No error has been found.";
    private static final Pattern STATES = Pattern.compile("(\\d+) states generated, (\\d+) distinct states found");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    private CheckerBench() {}

    /**
     * Compares, when given a directory to work in and the address of a directory that has the specification; is one search of
     * ours, when given nothing.
     */
    public static void main(String... arguments) throws IOException {
        if (arguments.length == 0) {
            ours();
        } else {
            compare(prepare(Path.of(arguments[0]), URI.create(arguments[1])));
        }
    }

    private static void ours() {
        System.out.println(STARTED);
        var model = new LamportMutex(PROCESSES, MAX_CLOCK);
        var result = org.peerlock.lab.check.Search.run(model, Effort.upTo(Long.MAX_VALUE));
        Counts counts = new Counts(
                result.states(), result.transitions() + model.initial().size(), result.depth() + 1);
        System.out.println(ENDED);
        System.out.printf("%d states generated, %d distinct states found%n", counts.generated(), counts.distinct());
        System.out.printf("The depth of the complete state graph search is %d%n", counts.depth());
    }

    private static Path prepare(Path directory, URI address) throws IOException {
        Files.createDirectories(directory);
        try (InputStream specification = address.resolve(SPECIFICATION).toURL().openStream()) {
            Files.copy(specification, directory.resolve(SPECIFICATION), StandardCopyOption.REPLACE_EXISTING);
        }
        String configuration = "CONSTANTS N = %d maxClock = %d SPECIFICATION Spec CONSTRAINT ClockConstraint%n";
        Files.writeString(directory.resolve(CONFIGURATION), configuration.formatted(PROCESSES, MAX_CLOCK));
        return directory;
    }

    private static void compare(Path directory) throws IOException {
        List<Search> tlc = new ArrayList<>();
        List<Search> ours = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            tlc.add(search(
                    directory, "tlc2.TLC", "-workers", "1", "-cleanup", "-config", CONFIGURATION, SPECIFICATION));
            ours.add(search(directory, CheckerBench.class.getName()));
        }
        Search theirBest = fastest(tlc);
        Search ourBest = fastest(ours);
        if (!theirBest.counts.equals(ourBest.counts)) {
            throw new IllegalStateException("TLC counts " + theirBest.counts + ", ours " + ourBest.counts);
        }
        System.out.printf("Lamport's mutex, %d processes, clock up to %d: ", PROCESSES, MAX_CLOCK);
        System.out.printf("%,d distinct states, ", ourBest.counts.distinct());
        System.out.printf("%,d generated, depth %d%n", ourBest.counts.generated(), ourBest.counts.depth());
        System.out.printf("%-8s%10s%12s%n", "", "seconds", "states/s");
        print("TLC", theirBest);
        print("ours", ourBest);
        System.out.printf("ratio   %22.1f%n", ourBest.statesPerSecond() / theirBest.statesPerSecond());
    }

    private static Search fastest(List<Search> searches) {
        return searches.stream().min(Comparator.comparing(Search::seconds)).orElseThrow();
    }

    private static void print(String name, Search search) {
        System.out.printf("%-8s%10.2f%,12.0f%n", name, search.seconds, search.statesPerSecond());
    }

    /** In the words of TLC: the depth of the initial states is 1. */
    private record Counts(long distinct, long generated, int depth) {}

    /** What a search counted, and the seconds that it took. */
    private record Search(Counts counts, double seconds) {

        double statesPerSecond() {
            return counts.distinct() / seconds;
        }
    }

    private static Search search(Path directory, String... program) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx2g", "-XX:+UseParallelGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(program));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        StringBuilder said = new StringBuilder();
        long started = 0;
        long ended = 0;
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(STARTED)) {
                    started = System.nanoTime();
                } else if (line.equals(ENDED)) {
                    ended = System.nanoTime();
                }
                said.append(line).append('\n');
            }
        }
        if (ended == 0) {
            throw new IllegalStateException("the search did not end well:\n" + said);
        }
        return new Search(counts(said), (ended - started) / 1e9);
    }

    private static Counts counts(CharSequence said) {
        Matcher states = STATES.matcher(said);
        Matcher depth = DEPTH.matcher(said);
        if (!states.find() || !depth.find()) {
            throw new IllegalStateException("the search told no counts:\n" + said);
        }
        long generated = Long.parseLong(states.group(1));
        long distinct = Long.parseLong(states.group(2));
        return new Counts(distinct, generated, Integer.parseInt(depth.group(1)));
    }
}
