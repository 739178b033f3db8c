package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFilesTest {

    @TempDir
    private Path directory;

    @Test
    void aChangeOfAnyOfTheFilesIsNoticed() throws IOException {
        List<Path> all = List.of(
                Files.writeString(directory.resolve("certificate"), "a"),
                Files.writeString(directory.resolve("key"), "b"),
                Files.writeString(directory.resolve("authorities"), "c"));
        PemFiles files = new PemFiles(all.get(0), all.get(1), all.get(2), "node");
        int before = files.contentHash();
        assertThat(files.contentHash()).isEqualTo(before);
        for (Path each : all) {
            String content = Files.readString(each);
            Files.writeString(each, "other");
            assertThat(files.contentHash()).isNotEqualTo(before);
            Files.writeString(each, content);
            assertThat(files.contentHash()).isEqualTo(before);
        }
    }
}
