package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.bench.soak.Scene.DEATH;
import static org.peerlock.bench.soak.Scene.NOTHING;
import static org.peerlock.bench.soak.Scene.lost;
import static org.peerlock.bench.soak.Scene.valid;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedCopiesTest {

    @TempDir
    private Path directory;

    private Scene scene;
    private GuardedCopies copies;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(directory);
        copies = new GuardedCopies(
                scene.sharedLongs, Scene.PLACE, scene.liveProcesses, scene.occupancyCounter, scene.findings::add);
    }

    @Test
    void readersBesideReadersAndWritersAloneAreAsItShouldBe() {
        copies.write(1, valid(10), NOTHING);
        copies.read(0, valid(10), () -> copies.read(1, valid(12), NOTHING));
        copies.write(2, valid(13), NOTHING);
        copies.read(2, valid(13), NOTHING);
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void aReaderNoticesAWriterThatIsInside() {
        copies.write(1, valid(10), () -> copies.read(1, valid(10), NOTHING));
        assertThat(scene.found()).contains("a reader met a writer");
        assertThat(scene.findings.get(0).suspects()).containsExactly(1L);
    }

    @Test
    void readerAndWriterNoticeAWriterThatComesToAReader() {
        copies.read(1, valid(10), () -> copies.write(1, valid(11), NOTHING));
        assertThat(scene.found())
                .containsExactly("a writer met readers", "a reader's fence is too small", "a reader met a writer");
        assertThat(scene.findings.get(0).suspects()).containsExactly(2L);
    }

    @Test
    void whoHasLostTheLockFindsNothing() {
        copies.write(1, valid(10), () -> copies.read(1, lost(10), NOTHING));
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void copiesThatDifferAreNoticed() {
        copies.write(1, valid(10), NOTHING);
        scene.sharedLongs.set(Scene.PLACE + GuardedCounter.SIZE, 7);
        copies.read(1, valid(10), NOTHING);
        assertThat(scene.found()).containsExactly("two copies differ");
    }

    @Test
    void copiesThatAKilledWriterLeftDifferentAreNobodysFault() {
        scene.killed(0, () -> copies.write(1, valid(10), DEATH));
        copies.read(1, valid(11), NOTHING);
        copies.write(2, valid(12), NOTHING);
        copies.read(1, valid(12), NOTHING);
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void aReaderThatWasKilledIsNotTakenForOneThatReads() {
        scene.occupancyCounter.enter(0, 1);
        scene.liveProcesses.condemn(0);
        copies.write(2, valid(10), NOTHING);
        assertThat(scene.found()).isEmpty();
    }
}
