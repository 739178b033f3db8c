package org.peerlock.internal.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.RegistrySecret;
import org.peerlock.internal.engine.membership.SampleStates;

class NodeSettingsTest {

    private static NodeSettings settings(String cluster, String algorithm, long leaseMillis, int rhoPpm, int cohort) {
        return new NodeSettings(
                cluster,
                AlgorithmSelection.of(Catalogue.find(algorithm).orElseThrow()),
                new Timing(leaseMillis * 1_000_000, rhoPpm),
                "nowhere",
                cohort,
                100);
    }

    private final ClusterState clusterState = SampleStates.joined(1);

    @Test
    void aNodeThatAgreesWithTheRegistryMayJoin() {
        assertThat(settings("cluster", "ricart-agrawala", 6_000, 10_000, 1).differsFrom(clusterState))
                .isEmpty();
        assertThat(settings("cluster", "ricart-agrawala", 6_000, 10_000, 14).differsFrom(clusterState))
                .isEmpty();
    }

    @Test
    void everyDifferenceIsReported() {
        assertThat(settings("other", "maekawa", 5_999, 9_999, 1).differsFrom(clusterState))
                .hasValue("cluster: here other, in the registry cluster;"
                        + " algorithms: here maekawa, in the registry ricart-agrawala;"
                        + " lease in milliseconds: here 5999, in the registry 6000;"
                        + " greatest clock drift in ppm: here 9999, in the registry 10000");
        assertThat(settings("cluster", "ricart-agrawala", 6_001, 10_000, 1).differsFrom(clusterState))
                .hasValue("lease in milliseconds: here 6001, in the registry 6000");
    }

    @Test
    void aNodeThatTakesTheSettingsOfTheRegistryAgreesWithIt() {
        NodeSettings other = settings("cluster", "maekawa", 5_999, 9_999, 3);
        assertThat(other.withSettingsOf(clusterState).differsFrom(clusterState)).isEmpty();
        assertThat(other.withSettingsOf(clusterState))
                .isEqualTo(settings("cluster", "ricart-agrawala", 6_000, 10_000, 3));
    }

    @Test
    void theNameOfTheClusterIsNotTaken() {
        assertThat(settings("other", "maekawa", 5_999, 9_999, 1)
                        .withSettingsOf(clusterState)
                        .differsFrom(clusterState))
                .hasValue("cluster: here other, in the registry cluster");
    }

    @Test
    void aCellOfALaterVersionIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> take(3, "ricart-agrawala", 6_000, 10_000))
                .withMessage("protocol: here 1-2, in the registry 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> take(1, "ricart-agrawala-better", 6_000, 10_000))
                .withMessage("the algorithms 'ricart-agrawala-better' cannot be read by this version");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> take(1, "ricart-agrawala", Long.MAX_VALUE, 10_000))
                .withMessageContaining("a lease lasts from a millisecond to an hour");
    }

    private static void take(int protocol, String algorithms, long leaseMillis, int rhoPpm) {
        NodeSettings own = settings("cluster", "maekawa", 6_000, 10_000, 1);
        own.withSettingsOf(ClusterState.create(
                SampleStates.id(1),
                RegistrySecret.WITHHELD,
                "cluster",
                new ClusterSettings(protocol, algorithms, leaseMillis, rhoPpm),
                1,
                false));
    }

    @Test
    void anAlgorithmThatIsNotRunLiveIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("cluster", "maekawa-simple", 6_000, 10_000, 1))
                .withMessage("maekawa-simple cannot be used between live nodes: it deadlocks");
    }

    @Test
    void aCohortIsOneToFourteen() {
        assertThat(settings("cluster", "maekawa", 6_000, 0, 14).cohort()).isEqualTo(14);
        assertThatIllegalArgumentException().isThrownBy(() -> settings("cluster", "maekawa", 6_000, 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("cluster", "maekawa", 6_000, 0, 15))
                .withMessage("a cohort is 1 to 14, not 15");
    }
}
