package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AnomaliesTest {

    private static final Anomaly CERTAIN = Anomaly.certain("two were inside at once", "here");
    private static final Anomaly DOUBTFUL = new Anomaly("too many permits", "4 of 3", Set.of(3L, 17L));

    @Test
    void aLineHasAllOfIt() {
        assertThat(Anomaly.of(CERTAIN.line())).isEqualTo(CERTAIN);
        assertThat(Anomaly.of(DOUBTFUL.line())).isEqualTo(DOUBTFUL);
    }

    @Test
    void onlyTheLossOfASuspectExplains() {
        Anomalies anomalies = new Anomalies();
        anomalies.add(CERTAIN);
        anomalies.add(DOUBTFUL);
        anomalies.lost(4);
        assertThat(anomalies.unexplained()).containsExactly(CERTAIN, DOUBTFUL);
        anomalies.lost(17);
        assertThat(anomalies.unexplained()).containsExactly(CERTAIN);
        assertThat(anomalies.explained()).containsExactly(DOUBTFUL);
    }
}
