package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerlock.registry.InMemoryRegistryStore;

/** Which listeners are told of a loss. */
class LossNotifierTest {

    @Test
    void aGrantThatIsClosedWhileAnotherThreadBeginsToListenIsNotLost() throws InterruptedException {
        List<LockLossReason> told = new ArrayList<>();
        try (Peerlock node = Peerlock.builder("orders")
                .registry(new InMemoryRegistryStore())
                .executor(Runnable::run)
                .join()) {
            Grant grant = node.lock("a").acquire().onLost(told::add);
            LossNotifier lossNotifier = new LossNotifier();
            grant.close();
            lossNotifier.watch(grant); // as by a thread that has seen it open, and was slow
            lossNotifier.tell();
        }
        assertThat(told).isEmpty();
    }
}
