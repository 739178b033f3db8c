package org.peerlock.internal.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.internal.cluster.ClusterSettings;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.Endpoint;
import org.peerlock.internal.cluster.LeaseTerms;
import org.peerlock.internal.cluster.ProtocolRange;
import org.peerlock.internal.cluster.RegistryCommand;
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
        assertThat(settings("other", "maekawa", 5_999, 9_999, 1).differsFrom(registry(3, "of-tomorrow")))
                .hasValue("cluster: here other, in the registry cluster; protocol: here 1-2, in the registry 3;"
                        + " algorithms: in the registry of-tomorrow, which this version does not run");
    }

    @Test
    void anotherOutageToOutliveIsReportedAsPeopleWriteIt() {
        NodeSettings own = settings("cluster", "ricart-agrawala", 6_000, 10_000, 1);
        assertThat(own.withOutage(90_000).differsFrom(clusterState))
                .hasValue("outage to outlive: here 90 s, in the registry 0 s");
        assertThat(own.withOutage(1).differsFrom(clusterState))
                .hasValue("outage to outlive: here 1 ms, in the registry 0 s");
    }

    @Test
    void aNodeMayAskForOtherAlgorithms() {
        NodeSettings other = settings("cluster", "maekawa", 6_000, 10_000, 1);
        assertThat(other.differsFrom(clusterState)).isEmpty();
        assertThat(other.askedAlgorithms()).isEqualTo("maekawa");
    }

    @Test
    void aNodeWithoutPreferenceAsksForNone() {
        NodeSettings own = settings("cluster", "maekawa", 6_000, 10_000, 1);
        assertThat(own.withoutPreference().askedAlgorithms()).isNull();
        assertThat(own.withoutPreference().forNewCluster()).isEqualTo(own.forNewCluster());
        assertThat(own.withoutPreference()
                        .withLabel("a")
                        .withProtocols(own.protocols())
                        .asksForThem())
                .isFalse();
        assertThat(own.withSettingsOf(clusterState).askedAlgorithms()).isNull();
    }

    @Test
    void theLeaseOfANodeIsItsOwnMatter() {
        assertThat(settings("cluster", "ricart-agrawala", 1, 500_000, 1).differsFrom(clusterState))
                .isEmpty();
    }

    @Test
    void aNodeThatTakesTheSettingsOfTheRegistryAgreesWithIt() {
        NodeSettings other = settings("cluster", "maekawa", 5_999, 9_999, 3);
        assertThat(other.withSettingsOf(clusterState).differsFrom(clusterState)).isEmpty();
        assertThat(other.withSettingsOf(clusterState))
                .isEqualTo(
                        settings("cluster", "ricart-agrawala", 6_000, 10_000, 3).withoutPreference());
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
                .isThrownBy(() -> take(3, "ricart-agrawala"))
                .withMessage("protocol: here 1-2, in the registry 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> take(1, "ricart-agrawala-better"))
                .withMessage("the algorithms 'ricart-agrawala-better' cannot be read by this version");
    }

    private static void take(int protocol, String algorithms) {
        settings("cluster", "maekawa", 6_000, 10_000, 1).withSettingsOf(registry(protocol, algorithms));
    }

    /** With no node. */
    private static ClusterState registry(int protocol, String algorithms) {
        return ClusterState.create(
                SampleStates.id(1),
                RegistrySecret.WITHHELD,
                "cluster",
                new ClusterSettings(protocol, algorithms),
                1,
                null);
    }

    private static ClusterState with(ClusterState before, int number, LeaseTerms lease) {
        return before.apply(new RegistryCommand.Join(
                        SampleStates.id(number), Endpoint.plain("nowhere"), ProtocolRange.OF_LIBRARY, lease, 0))
                .orElseThrow();
    }

    @Test
    void ofSeveralLeasesTheLongestIsTaken() {
        NodeSettings own = settings("cluster", "ricart-agrawala", 60_000, 0, 1);
        ClusterState nobody = registry(1, "ricart-agrawala");
        assertThat(own.withSettingsOf(nobody).timing()).isEqualTo(own.timing());
        ClusterState two = with(with(nobody, 1, new LeaseTerms(2_000, 5_000)), 2, new LeaseTerms(1_000, 9_000));
        assertThat(own.withSettingsOf(two).timing().terms()).isEqualTo(new LeaseTerms(2_000, 9_000));
    }

    @Test
    void aLeaseOfALaterVersionIsRefused() {
        ClusterState later = with(registry(1, "ricart-agrawala"), 1, new LeaseTerms(Long.MAX_VALUE, 10_000));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> settings("cluster", "maekawa", 6_000, 10_000, 1).withSettingsOf(later))
                .withMessageContaining("a lease lasts from a millisecond to an hour");
    }

    @Test
    void settingsMayBeReplacedOnlyIfItIsKnownHowLongEachLeaseLasts() {
        NodeSettings own = settings("cluster", "maekawa", 6_000, 10_000, 1);
        ClusterState nobody = registry(1, "ricart-agrawala");
        assertThat(own.mayReplaceThoseOf(nobody)).isTrue();
        assertThat(own.mayReplaceThoseOf(clusterState)).isTrue();
        assertThat(own.mayReplaceThoseOf(with(nobody, 1, new LeaseTerms(3_600_001, 10_000))))
                .isFalse();
        assertThat(settings("other", "maekawa", 6_000, 10_000, 1).mayReplaceThoseOf(nobody))
                .isFalse();
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
