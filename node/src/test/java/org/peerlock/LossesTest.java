package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.brain.Loss;
import org.peerlock.registry.MemoryCell;

/** Who is told of a loss. */
class LossesTest {

    @Test
    void aGrantThatIsClosedWhileAnotherThreadBeginsToListenIsNotLost() throws InterruptedException {
        List<Loss> told = new ArrayList<>();
        try (Peerlock node = Peerlock.builder("orders")
                .cell(new MemoryCell())
                .executor(Runnable::run)
                .join()) {
            Grant grant = node.lock("a").acquire().onLost(told::add);
            Losses losses = new Losses();
            grant.close();
            losses.watch(grant); // as by a thread that has seen it open, and was slow
            losses.tell();
        }
        assertThat(told).isEmpty();
    }
}
