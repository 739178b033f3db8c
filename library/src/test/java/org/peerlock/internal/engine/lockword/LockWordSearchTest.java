package org.peerlock.internal.engine.lockword;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Property;
import org.peerlock.internal.engine.lockword.LockWordModel.Flaw;
import org.peerlock.lab.check.Search;
import org.peerlock.lab.check.SearchOptions;

class LockWordSearchTest {

    private static final SearchOptions ALL = SearchOptions.upTo(Long.MAX_VALUE).by(2);

    /** Two entries with one of everything have 42,533,131 states: some minutes. */
    @ParameterizedTest
    @CsvSource({
        // entries of each thread, changes of the view, expiries, requests of other nodes, how often waiting threads
        // were passed over
        "2, 1, 0, 0, 0",
        "2, 0, 1, 0, 0",
        "2, 0, 0, 1, 254",
        "2, 0, 0, 1, 7",
        "1, 2, 0, 1, 0",
        "1, 0, 2, 1, 0",
        "1, 1, 1, 1, 0"
    })
    void inEveryStateTheWordAgreesWithTheGateAndEveryWaiterIsServed(
            int entries, int views, int expiries, int wishes, int passed) {
        Search.Result<String> result =
                Search.run(new LockWordModel(entries, views, expiries, wishes, passed, Flaw.NONE), ALL);

        assertThat(result.errorPath()).isEmpty();
        assertThat(result.complete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "NO_SECOND_LOOK, PROGRESS, forgotten",
        "WORDS_BEFORE_GATE, EXPECTATION, 'a hold is valid, and its word does not know'",
        "RELEASE_BY_ANYONE, EXPECTATION, releases what another holds",
        "SILENT_RELEASE, PROGRESS, forgotten",
        "SILENT_IF_IDLE, PROGRESS, forgotten",
        "SILENT_UNDO, PROGRESS, forgotten",
        "LOOP_LOOKS_AWAY, PROGRESS, forgotten",
        "EXPIRED_REVIVED, PROGRESS, forgotten"
    })
    void everyFlawIsFound(Flaw flaw, Property property, String sentence) {
        Search.Result<String> result = Search.run(new LockWordModel(1, 1, 1, 1, 0, flaw), ALL);

        assertThat(result.errorPath()).hasValueSatisfying(wrong -> {
            assertThat(wrong.violation().property()).isEqualTo(property);
            assertThat(wrong.violation().sentence()).startsWith(sentence);
        });
    }
}
