package org.peerlock.examples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.peerlock.Grant;
import org.peerlock.LockLostException;
import org.peerlock.testkit.PeerlockTestCluster;

class LostLockTest {

    @Test
    void aHolderThatIsCutOffLosesTheLock() throws InterruptedException {
        try (PeerlockTestCluster cluster = PeerlockTestCluster.start(3)) {
            Grant old = cluster.node(1).lock("invoice-42").acquire();
            long oldFence = old.fence();

            cluster.isolate(1);
            Grant next = cluster.node(2).lock("invoice-42").acquire(); // seconds pass, in virtual time

            assertFalse(old.isValid());
            assertTrue(next.fence() > oldFence);
            assertThrows(LockLostException.class, old::close);
        }
    }
}
