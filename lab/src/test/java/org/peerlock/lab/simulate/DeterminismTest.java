package org.peerlock.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.lab.experiment.ExperimentSpec;

/** The same seed gives the same run, for every algorithm. */
class DeterminismTest {

    static Stream<String> algorithms() {
        return Catalogue.entries().stream().map(CatalogueEntry::id);
    }

    private static long hash(String algorithm, int seed) {
        ExperimentSpec experimentSpec =
                ExperimentSpec.of(algorithm, 4).delay("uniform:0.5,1.5").entries(50, 0);
        // An algorithm that claims nothing would livelock for a long time when two nodes ask at
        // once.
        boolean sound = !experimentSpec.entry().profile().assumptions().claims().isEmpty();
        return experimentSpec
                .load(sound ? "think:3" : "light")
                .experiment()
                .withSeed(seed)
                .run()
                .traceHash();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void theSameSeedGivesTheSameRunAndAnotherOneAnother(String algorithm) {
        assertThat(hash(algorithm, 1)).isEqualTo(hash(algorithm, 1)).isNotEqualTo(hash(algorithm, 2));
    }
}
