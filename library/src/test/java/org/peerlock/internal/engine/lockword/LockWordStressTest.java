package org.peerlock.internal.engine.lockword;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The code itself with real threads: what {@link LockWordModel} leaves out is here, and the order in which it makes its accesses. */
class LockWordStressTest {

    private static final int TIMES = 100_000;

    @Test
    void theViewChangesWhileThreadsEnterAndLeave() {
        playAtLength(Scene::changeView);
    }

    @Test
    void theLeaseLapsesWhileThreadsEnterAndLeave() {
        playAtLength(Scene::expireLease);
    }

    @Test
    void anotherNodeWantsTheLockWhileThreadsEnterAndLeave() {
        playAtLength(Scene::passOn);
    }

    @Test
    void aThreadAsksTheLoopWhileOthersEnterAndLeave() {
        playAtLength(Scene::grant);
    }

    @Test
    void allThatHappensWhileThreadsEnterAndLeave() {
        playAtLength(scene -> {
            scene.changeView();
            scene.passOn();
            scene.expireLease();
            scene.grant();
        });
    }

    /** What is forgotten once is found at the end of a scene, unless something else happens before. */
    @Test
    void nothingIsForgottenWhenAllIsOver() {
        for (int i = 0; i < TIMES / 100; i++) {
            new Scene(1).play(scene -> {
                scene.expireLease();
                scene.passOn();
                scene.changeView();
            });
        }
    }

    private static void playAtLength(Consumer<Scene> loop) {
        new Scene(TIMES).play(scene -> {
            for (int i = 0; i < TIMES; i++) {
                loop.accept(scene);
            }
        });
    }
}
