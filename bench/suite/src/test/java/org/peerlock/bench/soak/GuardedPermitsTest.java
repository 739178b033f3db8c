package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.bench.soak.Scene.NOTHING;
import static org.peerlock.bench.soak.Scene.lost;
import static org.peerlock.bench.soak.Scene.valid;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedPermitsTest {

    @TempDir
    private Path directory;

    private Scene scene;
    private GuardedPermits permits;

    @BeforeEach
    void open() throws IOException {
        scene = new Scene(directory);
        permits = new GuardedPermits(scene.occupancy, 3, scene.anomalies::add);
    }

    @Test
    void allPermitsCanBeUsedAgainAndAgain() {
        for (int i = 0; i < 5; i++) {
            permits.use(0, 2, valid(1), () -> permits.use(1, 1, valid(1), NOTHING));
        }
        assertThat(scene.anomalyKinds()).isEmpty();
        assertThat(scene.occupancy.inside()).isEmpty();
    }

    @Test
    void onePermitTooManyIsDetected() {
        permits.use(0, 2, valid(1), () -> permits.use(1, 2, valid(1), NOTHING));
        assertThat(scene.anomalyKinds()).containsExactly("too many permits in use");
        assertThat(scene.anomalies.get(0).suspects()).containsExactly(1L, 2L);
    }

    @Test
    void aProcessThatHasLostItsPermitsReportsNothing() {
        permits.use(0, 2, valid(1), () -> permits.use(1, 2, lost(1), NOTHING));
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void thePermitsOfAKilledProcessDoNotCount() {
        scene.occupancy.enter(0, 3);
        scene.live.remove(0);
        permits.use(1, 3, valid(1), NOTHING);
        assertThat(scene.anomalyKinds()).isEmpty();
    }

    @Test
    void aNewIncarnationStartsWithoutPermits() {
        scene.occupancy.enter(0, 3);
        scene.occupancy.enter(2, 1);
        scene.live.remove(0);
        scene.occupancy.clear(0);
        scene.live.put(0, 4);
        assertThat(scene.occupancy.inside()).containsOnlyKeys(3L);
        permits.use(0, 2, valid(1), NOTHING);
        assertThat(scene.anomalyKinds()).isEmpty();
    }
}
