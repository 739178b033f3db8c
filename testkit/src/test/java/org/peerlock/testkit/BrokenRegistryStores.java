package org.peerlock.testkit;

import java.util.OptionalLong;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.effects.RegistryOutcome;
import org.peerlock.lab.simulate.Simulator;
import org.peerlock.lab.simulate.SplitMix64;

/** Registries that break the promises on which nodes rely. */
final class BrokenRegistryStores {

    private BrokenRegistryStores() {}

    /** Writes any content, even if another node has written meanwhile. */
    static final class IgnoresVersion extends SimulatedRegistryStore {
        IgnoresVersion(Simulator<?> simulator, SplitMix64 random, Reliability reliability) {
            super(simulator, random, reliability);
        }

        @Override
        boolean replaces(String tag) {
            return true;
        }
    }

    /** Reports a write without an answer as one that has happened. */
    static final class LostIsWritten extends SimulatedRegistryStore {
        LostIsWritten(Simulator<?> simulator, SplitMix64 random, Reliability reliability) {
            super(simulator, random, reliability);
        }

        @Override
        RegistryOutcome lost(ClusterState wanted) {
            return new RegistryOutcome.Written(wanted);
        }
    }

    /** Says, whenever it is empty, that no living process has used it before. */
    static final class SaysNobody extends SimulatedRegistryStore {
        SaysNobody(Simulator<?> simulator, SplitMix64 random, Reliability reliability) {
            super(simulator, random, reliability);
        }

        @Override
        OptionalLong longestLeaseMillis() {
            return OptionalLong.of(0);
        }
    }

    /** Does not say, when it is empty, which lease a member may have that is alive. */
    static final class ForgetsLeases extends SimulatedRegistryStore {
        ForgetsLeases(Simulator<?> simulator, SplitMix64 random, Reliability reliability) {
            super(simulator, random, reliability);
        }

        @Override
        OptionalLong longestLeaseMillis() {
            return OptionalLong.empty();
        }
    }
}
