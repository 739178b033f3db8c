package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

class AssumptionMatrixTest {

    private static CatalogueEntry<?, ?> algorithm(String id) {
        return Catalogue.find(id).orElseThrow();
    }

    @Test
    void lamportsAlgorithmNeedsOrder() {
        Map<Property, Integer> broken = new EnumMap<>(Property.class);
        broken.put(Property.EXCLUSION, 4);
        broken.put(Property.FENCE, 4);
        broken.put(Property.EXPECTATION, 5);
        assertThat(DroppedAssumption.ORDER.isAssumedBy(algorithm("lamport"))).isTrue();
        assertThat(DroppedAssumption.ORDER.of(algorithm("lamport")))
                .isEqualTo(new DroppedAssumption.Damage(broken, 2, 1, false));
    }

    @Test
    void aMissingAnswerIsConsentOnlyIfTimeIsBounded() {
        assertThat(DroppedAssumption.TIME_BOUND
                        .of(algorithm("ra-implicit-reply"))
                        .broken())
                .containsEntry(Property.EXCLUSION, 5);
        assertThat(DroppedAssumption.TIME_BOUND.isAssumedBy(algorithm("ricart-agrawala")))
                .isFalse();
    }

    @Test
    void aDuplicatedTokenLetsTwoNodesInside() {
        assertThat(DroppedAssumption.NO_DUPLICATION.of(algorithm("token-ring")).broken())
                .containsKey(Property.EXCLUSION);
    }

    /** After an error nobody knows what follows, so it does not show that a request waits for ever. */
    @Test
    void progressIsNotLostBecauseOfAStepThatWasNotFollowed() {
        DroppedAssumption.Damage damage = DroppedAssumption.NO_DUPLICATION.of(algorithm("raymond-k"));
        assertThat(damage.broken()).containsOnlyKeys(Property.EXPECTATION);
        assertThat(damage.complete()).isFalse();
    }

    @Test
    void aLineSaysWhatBreaksInWhichSystem() {
        AssumptionMatrix matrix = new AssumptionMatrix();
        matrix.examine(algorithm("ricart-agrawala"));
        matrix.examine(algorithm("last-entered-literal"));
        assertThat(matrix.lines())
                .containsExactly(
                        "| algorithm | order | no duplication | no loss | no crash | time bound |",
                        "| --- | --- | --- | --- | --- | --- |",
                        "| ricart-agrawala | tolerated | expectation 5, rest open (2x1) | progress 2 (2x1) | progress 2 (2x1) | - |");
    }
}
