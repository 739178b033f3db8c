package org.peerlock.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.brain.Registries.ids;
import static org.peerlock.brain.Registries.joined;
import static org.peerlock.brain.Registries.renewed;

import org.junit.jupiter.api.Test;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;

class CoverTest {

    @Test
    void nobodyGoesAsLongAsNobodyAccuses() {
        assertThat(Cover.of(joined(1, 2, 3))).isEmpty();
    }

    @Test
    void ofTwoWhoCannotReachEachOtherTheOneGoesThatJoinedLast() {
        assertThat(Cover.of(renewed(joined(1, 2, 3), 1, 2))).isEqualTo(ids(2));
        assertThat(Cover.of(renewed(joined(2, 1, 3), 1, 2))).isEqualTo(ids(1));
    }

    @Test
    void itDoesNotMatterWhoAccusesWhom() {
        Registry registry = joined(1, 2, 3);
        assertThat(Cover.of(renewed(registry, 2, 1))).isEqualTo(ids(2));
        assertThat(Cover.of(renewed(renewed(registry, 2, 1), 1, 2))).isEqualTo(ids(2));
    }

    @Test
    void whoHasMoreBrokenLinksGoesFirstEvenIfItJoinedFirst() {
        assertThat(Cover.of(renewed(joined(1, 2, 3, 4), 1, 2, 3))).isEqualTo(ids(1));
        assertThat(Cover.of(renewed(renewed(joined(1, 2, 3, 4), 2, 1), 3, 1))).isEqualTo(ids(1));
    }

    @Test
    void asManyGoAsAreNeeded() {
        Registry pairs = renewed(renewed(joined(1, 2, 3, 4), 1, 2), 4, 3);
        assertThat(Cover.of(pairs)).isEqualTo(ids(2, 4));
        Registry triangle = renewed(renewed(joined(1, 2, 3), 1, 2, 3), 2, 3);
        assertThat(Cover.of(triangle)).isEqualTo(ids(2, 3));
        Registry chain = renewed(renewed(renewed(joined(1, 2, 3, 4, 5), 1, 2), 2, 3), 4, 3);
        assertThat(Cover.of(chain)).isEqualTo(ids(2, 3));
    }

    @Test
    void accusationsOfThoseWhoAreGoneOrOfOneselfDoNotCount() {
        assertThat(Cover.of(renewed(joined(1, 2), 1, 7))).isEmpty();
        assertThat(Cover.of(renewed(joined(1, 2), 1, 1))).isEmpty();
    }

    @Test
    void anAccusationEndsWithTheRenewalThatDoesNotRepeatIt() {
        Registry accused = renewed(joined(1, 2), 1, 2);
        assertThat(Cover.of(accused)).isEqualTo(ids(2));
        assertThat(Cover.of(renewed(accused, 1))).isEmpty();
    }

    @Test
    void whoStaysCanReachAllOthersWhoStay() {
        Registry registry = joined(1, 2, 3, 4, 5, 6);
        registry = renewed(registry, 1, 2, 5);
        registry = renewed(registry, 3, 4, 6);
        registry = renewed(registry, 6, 1);
        var leaving = Cover.of(registry);
        for (var accuser : registry.members().entrySet()) {
            for (Incarnation accused : accuser.getValue().unreachable()) {
                assertThat(leaving.contains(accuser.getKey()) || leaving.contains(accused))
                        .isTrue();
            }
        }
        assertThat(leaving.size()).isLessThan(4);
    }
}
