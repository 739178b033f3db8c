package org.peerlock.internal.observer;

import java.util.concurrent.TimeUnit;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;

/** The settings of a process that asks members. */
public final class ObserverSettings {

    private ObserverSettings() {}

    /**
     * With all that the cluster has in its registry.
     *
     * @throws IllegalArgumentException if this version does not understand it
     */
    public static NodeSettings of(ClusterState state) {
        return ofAny(state.cluster()).withSettingsOf(state);
    }

    /** Enough to connect with a member and to probe it, whatever is in the registry: only the name counts. */
    public static NodeSettings ofAny(String cluster) {
        return new NodeSettings(
                cluster,
                AlgorithmSelection.of(Catalogue.find("naimi-trehel").orElseThrow()),
                new Timing(TimeUnit.SECONDS.toNanos(6), 10_000),
                "",
                1,
                1);
    }
}
