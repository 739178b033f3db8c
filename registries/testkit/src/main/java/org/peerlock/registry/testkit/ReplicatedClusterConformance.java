package org.peerlock.registry.testkit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What three processes must do whose registry is in a store of several servers with a leader. */
public abstract class ReplicatedClusterConformance extends ClusterConformance {

    /** For a subclass. */
    protected ReplicatedClusterConformance() {}

    /** Kills the leader as {@code kill -9} does, and returns when another server leads and serves. */
    protected abstract void killLeader() throws Exception;

    @Test
    void nothingIsLostWhenTheLeaderIsKilled(TestInfo test) throws Exception {
        Figures.print(test, "leader killed, away for", loseNothingWhile(this::killLeader));
        startStore();
    }
}
