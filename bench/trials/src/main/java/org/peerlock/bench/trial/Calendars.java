package org.peerlock.bench.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A calendar that can be set, for the processes that are started with its environment: libfaketime
 * tells them a wrong date. Their monotonic clock stays as it is. Waits may end early.
 */
final class Calendars {

    private static final int GREATEST_STEP_SECONDS = 100_000;

    private final Optional<Path> library;
    private final Path file;

    /** @param file says how wrong the calendar is */
    Calendars(Path file) throws IOException {
        this.file = file;
        library = find();
        set(0);
    }

    private static Optional<Path> find() throws IOException {
        Path libraries = Path.of("/usr/lib");
        if (!Files.isDirectory(libraries)) {
            return Optional.empty();
        }
        try (Stream<Path> systems = Files.list(libraries)) {
            return systems.map(system -> system.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst();
        }
    }

    boolean isAvailable() {
        return library.isPresent();
    }

    Map<String, String> environment() {
        return library.map(found -> Map.of(
                        "LD_PRELOAD",
                        found.toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        file.toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1"))
                .orElse(Map.of());
    }

    /** Sets the calendar to another time, up to a day earlier or later than now. */
    void step(SplittableRandom random) throws IOException {
        set(random.nextInt(-GREATEST_STEP_SECONDS, GREATEST_STEP_SECONDS));
    }

    private void set(int seconds) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, (seconds < 0 ? "" : "+") + seconds + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
