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
        permits = new GuardedPermits(scene.occupancyCounter, 3, scene.findings::add);
    }

    @Test
    void asManyAsThereAreMayBeUsedAgainAndAgain() {
        for (int i = 0; i < 5; i++) {
            permits.use(0, 2, valid(1), () -> permits.use(1, 1, valid(1), NOTHING));
        }
        assertThat(scene.found()).isEmpty();
        assertThat(scene.occupancyCounter.inside()).isEmpty();
    }

    @Test
    void oneMoreThanThereAreIsNoticed() {
        permits.use(0, 2, valid(1), () -> permits.use(1, 2, valid(1), NOTHING));
        assertThat(scene.found()).containsExactly("too many permits");
        assertThat(scene.findings.get(0).suspects()).containsExactly(1L, 2L);
    }

    @Test
    void whoHasLostItsPermitsFindsNothing() {
        permits.use(0, 2, valid(1), () -> permits.use(1, 2, lost(1), NOTHING));
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void thoseOfAKilledProcessDoNotCount() {
        scene.occupancyCounter.enter(0, 3);
        scene.liveProcesses.condemn(0);
        permits.use(1, 3, valid(1), NOTHING);
        assertThat(scene.found()).isEmpty();
    }

    @Test
    void anotherLifeBeginsWithNothing() {
        scene.occupancyCounter.enter(0, 3);
        scene.occupancyCounter.enter(2, 1);
        scene.liveProcesses.condemn(0);
        scene.occupancyCounter.clear(0);
        scene.liveProcesses.begin(0, 4);
        assertThat(scene.occupancyCounter.inside()).containsOnlyKeys(3L);
        permits.use(0, 2, valid(1), NOTHING);
        assertThat(scene.found()).isEmpty();
    }
}
