package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsTest {

    private static final Finding CERTAIN = Finding.certain("two were inside at once", "here");
    private static final Finding DOUBTFUL = new Finding("too many permits", "4 of 3", Set.of(3L, 17L));

    @Test
    void aLineHasAllOfIt() {
        assertThat(Finding.of(CERTAIN.line())).isEqualTo(CERTAIN);
        assertThat(Finding.of(DOUBTFUL.line())).isEqualTo(DOUBTFUL);
    }

    @Test
    void onlyTheLossOfASuspectExplains() {
        Findings findings = new Findings();
        findings.add(CERTAIN);
        findings.add(DOUBTFUL);
        findings.lost(4);
        assertThat(findings.unexplained()).containsExactly(CERTAIN, DOUBTFUL);
        findings.lost(17);
        assertThat(findings.unexplained()).containsExactly(CERTAIN);
        assertThat(findings.explained()).containsExactly(DOUBTFUL);
    }
}
