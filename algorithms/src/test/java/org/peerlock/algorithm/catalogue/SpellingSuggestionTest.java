package org.peerlock.algorithm.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingSuggestionTest {

    private static final List<String> KNOWN = List.of("lamport", "maekawa", "ricart-agrawala", "raymond-tree");

    @ParameterizedTest
    @CsvSource({
        "lamprot, lamport", // swapped
        "lampor, lamport", // missing
        "lammport, lamport", // inserted
        "lanport, lamport", // replaced
        "Maekawa, maekawa",
        "agrawala, ricart-agrawala", // a part
    })
    void aMisspeltWordIsRecognized(String word, String meant) {
        assertThat(SpellingSuggestion.of(word, KNOWN)).isEqualTo("; did you mean '" + meant + "'?");
    }

    @Test
    void nothingIsSuggestedForAWordThatResemblesNone() {
        assertThat(SpellingSuggestion.of("zookeeper", KNOWN)).isEmpty();
        assertThat(SpellingSuggestion.of("", KNOWN)).isEmpty();
        assertThat(SpellingSuggestion.of("ra", KNOWN)).isEmpty();
    }

    @Test
    void theMostSimilarWordsComeFirstAndThereAreThreeAtMost() {
        assertThat(SpellingSuggestion.of("fox", List.of("foxes", "fix", "fax", "six", "fog", "a fox")))
                .isEqualTo("; did you mean 'fix' or 'fax' or 'fog'?");
    }

    @Test
    void aChangeOfOneCharacterIsOneMistake() {
        assertThat(SpellingSuggestion.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(SpellingSuggestion.distance("", "abc")).isEqualTo(3);
        assertThat(SpellingSuggestion.distance("abdc", "abcd")).isEqualTo(1);
        assertThat(SpellingSuggestion.distance("same", "same")).isZero();
    }
}
