package org.peerlock.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.bench.storm.StormEvent.Asked;
import org.peerlock.bench.storm.StormEvent.Checked;
import org.peerlock.bench.storm.StormEvent.Failed;
import org.peerlock.bench.storm.StormEvent.Struck;
import org.peerlock.bench.storm.StormEvent.Use;

class StormRecordTest {

    private static final List<StormEvent> EVENTS = List.of(
            new Asked(1, Use.WRITE, "lock", 2, 3, 4),
            new Checked(1, true, 5, -6),
            new Struck(FaultKind.FULL, 7),
            new Failed("two words", 8));

    @TempDir
    private Path directory;

    @Test
    void eventsAreReadAsTheyWereWrittenExceptForSpaces() throws IOException {
        assertThat(written()).containsExactly(EVENTS.get(0), EVENTS.get(1), EVENTS.get(2), new Failed("two_words", 8));
    }

    private List<StormEvent> written() throws IOException {
        StormRecord record = new StormRecord(file());
        EVENTS.forEach(record::append);
        return StormRecord.read(file());
    }

    private Path file() {
        return directory.resolve("record");
    }

    @Test
    void theLastLineDoesNotCountIfItsWriterWasKilled() throws IOException {
        int complete = written().size();
        Files.writeString(file(), "Checked 1 tr", StandardOpenOption.APPEND);
        assertThat(StormRecord.read(file())).hasSize(complete);
    }

    @Test
    void aLineThatIsNoEventIsRefused() {
        assertThatThrownBy(() -> StormRecord.parse("Guessed 1 2")).hasMessageContaining("Guessed");
        assertThatThrownBy(() -> StormRecord.parse("Left")).hasMessageContaining("Left");
        assertThatThrownBy(() -> StormRecord.parse("Struck RAIN 1")).hasMessageContaining("RAIN");
    }
}
