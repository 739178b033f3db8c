package org.peerlock.internal.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

/** The text of the algorithms in the registry has the intended meaning. */
class AlgorithmSelectionTextTest {

    /** Those that are written in a special way, or look as if they were, come often. */
    private static final String CHARACTERS = "\"\"\\\\,,**  ab-1\nä\uD83D$";

    private static String prefix(Random random) {
        StringBuilder prefix = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            prefix.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return prefix.toString();
    }

    private static AlgorithmSelection any(Random random) {
        List<CatalogueEntry<?, ?>> exclusive = LiveAlgorithms.all(Capacity.Kind.MUTEX);
        List<CatalogueEntry<?, ?>> all = new ArrayList<>(exclusive);
        all.addAll(LiveAlgorithms.all(Capacity.Kind.SEMAPHORE));
        all.addAll(LiveAlgorithms.all(Capacity.Kind.READ_WRITE));
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            byPrefix.put(prefix(random), all.get(random.nextInt(all.size())));
        }
        return new AlgorithmSelection(exclusive.get(random.nextInt(exclusive.size())), byPrefix);
    }

    @RepeatedTest(20)
    void isReadAsWritten(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 200; i++) {
            AlgorithmSelection algorithms = any(random);
            assertThat(AlgorithmSelection.parse(algorithms.toString())).isEqualTo(algorithms);
        }
    }

    @RepeatedTest(20)
    void aTextThatIsReadIsWrittenUnchanged(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < 200; i++) {
            StringBuilder changed = new StringBuilder(any(random).toString());
            changed.setCharAt(random.nextInt(changed.length()), CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            try {
                assertThat(AlgorithmSelection.parse(changed.toString())).hasToString(changed.toString());
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("cannot be");
            }
        }
    }

    @Test
    void aLongPrefixIsRead() {
        SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
        byPrefix.put("a\"\\".repeat(20_000), Catalogue.find("maekawa").orElseThrow());
        AlgorithmSelection algorithms =
                new AlgorithmSelection(Catalogue.find("lamport").orElseThrow(), byPrefix);
        assertThat(AlgorithmSelection.parse(algorithms.toString())).isEqualTo(algorithms);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonesuch",
                "lamport,",
                "lamport fast",
                "lamport, \"a\"* nonesuch",
                "lamport, a* maekawa",
                "lamport, \"b\"* maekawa, \"a\"* maekawa",
                "lamport, \"a\"* maekawa, \"a\"* lamport",
                "lamport, \"a\\b\"* maekawa"
            })
    void aTextThatThisVersionDoesNotWriteIsNotRead(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlgorithmSelection.parse(text))
                .withMessageContaining("'" + text + "' cannot be read by this version");
    }

    @Test
    void anAlgorithmThatThisVersionDoesNotRunIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlgorithmSelection.parse("maekawa-simple"))
                .withMessage("maekawa-simple cannot be used between live nodes: it deadlocks");
    }
}
