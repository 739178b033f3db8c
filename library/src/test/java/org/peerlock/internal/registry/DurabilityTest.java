package org.peerlock.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.TaggedBytes;

/**
 * What the registry forces to the disk, so that no acknowledged write is lost when the machine crashes. The virtual machine itself
 * records each write and each force.
 */
@DisabledOnOs(OS.WINDOWS) // there a directory cannot be forced
class DurabilityTest {

    private static final String WRITE = "jdk.FileWrite";
    private static final String FORCE = "jdk.FileForce";

    @TempDir
    private Path temporary;

    private interface Action {
        void run() throws IOException;
    }

    /** Writes and forces that the action made, in the order in which they ended. */
    private List<RecordedEvent> record(Action action) throws IOException {
        Path file = temporary.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of(WRITE, FORCE)) {
                recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace();
            }
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> path(event).startsWith(temporary))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                .toList();
    }

    private static Path path(RecordedEvent event) {
        return Path.of(event.getString("path"));
    }

    private static List<RecordedEvent> events(List<RecordedEvent> all, String type, Path path) {
        return all.stream()
                .filter(event -> event.getEventType().getName().equals(type)
                        && path(event).equals(path))
                .toList();
    }

    @Test
    void aWriteIsForcedToTheDiskBeforeItsFileTakesThePlaceOfTheOldOne() throws IOException {
        FileRegistryStore store = new FileRegistryStore(temporary.resolve("registry"));
        Path directory = temporary.resolve("registry").toRealPath();
        Path fresh = directory.resolve("cluster-state.new");
        store.compareAndSet(TaggedBytes.ABSENT.tag(), new byte[] {1}, TIMEOUT);
        List<RecordedEvent> all =
                record(() -> store.compareAndSet(store.read(TIMEOUT).tag(), new byte[] {2}, TIMEOUT));
        List<RecordedEvent> forced = events(all, FORCE, fresh);
        assertThat(forced).hasSize(1);
        Instant begin = forced.get(0).getStartTime();
        assertThat(events(all, WRITE, fresh))
                .as("all writes come before")
                .isNotEmpty()
                .allSatisfy(write -> assertThat(write.getEndTime()).isBeforeOrEqualTo(begin));
        assertThat(events(all, FORCE, directory))
                .as("the new entry of the directory is forced, too, afterwards")
                .singleElement()
                .satisfies(entry -> assertThat(entry.getStartTime())
                        .isAfterOrEqualTo(forced.get(0).getEndTime()));
    }

    @Test
    void everyNewDirectoryIsForcedIntoItsParent() throws IOException {
        Path real = temporary.toRealPath();
        Path there = Files.createDirectory(real.resolve("there"));
        List<RecordedEvent> all = record(() -> RegistryFiles.make(there.resolve("some/where")));
        assertThat(forcedPaths(all)).isEqualTo(Set.of(there, there.resolve("some")));
        assertThat(forcedPaths(record(() -> RegistryFiles.make(there.resolve("some/where")))))
                .as("nothing is new")
                .isEmpty();
    }

    private static Set<Path> forcedPaths(List<RecordedEvent> all) {
        return all.stream()
                .filter(event -> event.getEventType().getName().equals(FORCE))
                .map(DurabilityTest::path)
                .collect(Collectors.toSet());
    }
}
