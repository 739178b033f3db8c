package org.peerlock.lab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Measures how many distinct states per second TLC and our checker find on one machine in one run.
 *
 * <p>Both search Lamport's mutex, with one thread and no invariant. TLC gets our own
 * {@code tla/LamportMutex.tla}, and must find the same numbers as our model. Every search has a
 * fresh JVM with the same settings, and both alternate. Then our checker searches algorithms of the
 * catalogue for all that they claim, repeatedly in one JVM.
 */
public final class CheckerBench {

    private static final int PROCESSES = 3;
    private static final int MAX_CLOCK = 6;
    private static final int ROUNDS = 3;
    private static final String MUTEX = "Lamport's mutex, N=%d, clock %d".formatted(PROCESSES, MAX_CLOCK);

    private static final List<Subject> SUBJECTS = List.of(
            new Subject("ricart-agrawala", 4, 1, 1),
            new Subject("suzuki-kasami", 4, 1, 1),
            new Subject("suzuki-kasami", 3, 3, 1),
            new Subject("maekawa", 4, 1, 1));

    private static final String SPECIFICATION = "LamportMutex.tla";
    private static final String CONFIGURATION = "LamportMutex.cfg";

    private CheckerBench() {}

    /** Needs a directory to work in. */
    public static void main(String... arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        prepare(directory);
        List<Measured> tlc = new ArrayList<>();
        List<Measured> ours = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            tlc.addAll(tlc(directory));
            ours.addAll(ours(directory, Integer.toString(PROCESSES), Integer.toString(MAX_CLOCK)));
        }
        if (!tlc.get(0).counts().equals(ours.get(0).counts())) {
            throw new IllegalStateException("TLC counts " + tlc.get(0) + ", ours " + ours.get(0));
        }
        Table table = new Table(tlc);
        table.head();
        table.row("TLC: " + MUTEX, 1, tlc);
        table.row("ours: " + MUTEX, 1, ours);
        for (Subject one : SUBJECTS) {
            for (int threads = 1; threads <= 2; threads++) {
                Subject subject = one.by(threads);
                table.row("ours: " + subject, threads, ours(directory, subject.words()));
            }
        }
    }

    private static void prepare(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (InputStream specification = CheckerBench.class.getResourceAsStream("/tla/" + SPECIFICATION)) {
            Files.copy(
                    Objects.requireNonNull(specification),
                    directory.resolve(SPECIFICATION),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        String configuration = "CONSTANTS Size = %d Latest = %d SPECIFICATION Spec CONSTRAINT InTime%n";
        Files.writeString(directory.resolve(CONFIGURATION), configuration.formatted(PROCESSES, MAX_CLOCK));
    }

    private static List<Measured> tlc(Path directory) throws IOException {
        return Measured.searches(
                directory, "tlc2.TLC", "-workers", "1", "-cleanup", "-config", CONFIGURATION, SPECIFICATION);
    }

    private static List<Measured> ours(Path directory, String... arguments) throws IOException {
        return Measured.searches(
                directory,
                Stream.concat(Stream.of(OurSearch.class.getName()), Stream.of(arguments))
                        .toArray(String[]::new));
    }
}
