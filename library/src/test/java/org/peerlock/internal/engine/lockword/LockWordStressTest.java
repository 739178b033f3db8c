package org.peerlock.internal.engine.lockword;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The code itself with real threads. It covers what {@link LockWordModel} leaves out, and the order of its accesses. */
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

    /** A lost notification is found at the end of a scene, unless something else repairs it before. */
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
