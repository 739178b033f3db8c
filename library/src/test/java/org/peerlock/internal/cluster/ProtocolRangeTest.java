package org.peerlock.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolRangeTest {

    @Test
    void containsBothItsEnds() {
        ProtocolRange range = new ProtocolRange(2, 4);
        assertThat(range.contains(2)).isTrue();
        assertThat(range.contains(4)).isTrue();
        assertThat(range.contains(1)).isFalse();
        assertThat(range.contains(5)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1-1, false", "1-2, true", "3-3, true", "4-9, true", "5-9, false", "1-9, true"})
    void overlapsWhatHasAVersionInCommon(String other, boolean overlaps) {
        ProtocolRange range = new ProtocolRange(2, 4);
        assertThat(range.overlaps(ProtocolRange.parse(other))).isEqualTo(overlaps);
        assertThat(ProtocolRange.parse(other).overlaps(range)).isEqualTo(overlaps);
    }

    @Test
    void beginsAtOneAndMayHaveOneVersion() {
        assertThat(new ProtocolRange(1, 1)).hasToString("1-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new ProtocolRange(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ProtocolRange(3, 2));
    }
}
