package org.peerlock.internal.engine.membership;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerlock.internal.engine.membership.PledgeModel.Flaw;
import org.peerlock.internal.engine.membership.PledgeModel.Start;
import org.peerlock.lab.check.Search;
import org.peerlock.lab.check.SearchOptions;

/** Pledges, in all ways in which a small system can take. */
class PledgeSearchTest {

    private static final SearchOptions ALL = SearchOptions.upTo(Long.MAX_VALUE).by(2);

    private static Search.Result<String> search(Start start, int contents, int renewals, Flaw flaw) {
        return Search.run(new PledgeModel(start, contents, renewals, flaw), ALL);
    }

    @ParameterizedTest
    @CsvSource({
        "THREE_MEMBERS, 3, 0",
        "TWO_AND_AN_OUTSIDER, 4, 0",
        "TWO_AND_AN_OUTSIDER, 3, 1",
        "ONE_AND_TWO_OUTSIDERS, 3, 1",
        "ONE_AND_ANOTHER_NEXT, 3, 1",
        "ANOTHER_AND_THE_ASKER_NEXT, 4, 0"
    })
    void nobodyIsEvictedWhileItHasALease(Start start, int contents, int renewals) {
        Search.Result<String> result = search(start, contents, renewals, Flaw.NONE);

        assertThat(result.errorPath()).isEmpty();
        assertThat(result.complete()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void everyFlawIsFound(Flaw flaw) {
        Start start = switch (flaw) {
            case ASKS_IN_THE_NEXT_VIEW -> Start.ANOTHER_AND_THE_ASKER_NEXT;
            case ASKS_WHEN_ALONE -> Start.ONE_AND_ANOTHER_NEXT;
            default -> Start.TWO_AND_AN_OUTSIDER;
        };

        assertThat(search(start, 4, 0, flaw).errorPath()).isPresent();
    }
}
