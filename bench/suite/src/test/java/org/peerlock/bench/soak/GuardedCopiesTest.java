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
        copies = new GuardedCopies(scene.longs, Scene.COUNTER, scene.live, scene.occupancy, scene.anomalies::add);
    }

    @Test
    void concurrentReadersAndExclusiveWritersAreCorrect() {
        copies.write(1, valid(10), NOTHING);
        copies.read(0, valid(10), () -> copies.read(1, valid(12), NOTHING));
        copies.write(2, valid(13), NOTHING);
        copies.read(2, valid(13), NOTHING);
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void aReaderDetectsAWriterThatIsInside() {
        copies.write(1, valid(10), () -> copies.read(1, valid(10), NOTHING));
        assertThat(scene.anomalyKinds()).contains("a writer beside a reader");
        assertThat(scene.anomalies.get(0).suspects()).containsExactly(1L);
    }

    @Test
    void readerAndWriterBothDetectAWriterThatEntersBesideTheReader() {
        copies.read(1, valid(10), () -> copies.write(1, valid(11), NOTHING));
        assertThat(scene.anomalyKinds())
                .containsExactly(
                        "readers beside a writer", "a reader's fencing token is too small", "a writer beside a reader");
        assertThat(scene.anomalies.get(0).suspects()).containsExactly(2L);
    }

    @Test
    void aReaderThatHasLostTheLockReportsNothing() {
        copies.write(1, valid(10), () -> copies.read(1, lost(10), NOTHING));
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void copiesThatDifferAreDetected() {
        copies.write(1, valid(10), NOTHING);
        scene.longs.set(Scene.COUNTER + GuardedCounter.SIZE, 7);
        copies.read(1, valid(10), NOTHING);
        assertThat(scene.anomalyKinds()).containsExactly("two copies differ");
    }

    @Test
    void copiesThatDifferBecauseTheWriterWasKilledAreNoAnomaly() {
        scene.kill(0, () -> copies.write(1, valid(10), DEATH));
        copies.read(1, valid(11), NOTHING);
        copies.write(2, valid(12), NOTHING);
        copies.read(1, valid(12), NOTHING);
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void aKilledReaderNoLongerCounts() {
        scene.occupancy.enter(0, 1);
        scene.live.remove(0);
        copies.write(2, valid(10), NOTHING);
        assertThat(scene.anomalyKinds()).isEmpty();
    }
}
