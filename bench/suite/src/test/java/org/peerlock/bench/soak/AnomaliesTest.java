package org.peerlock.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AnomaliesTest {

    private static final Anomaly UNEXPLAINABLE = Anomaly.unexplainable("two processes were inside at once", "here");
    private static final Anomaly EXPLAINABLE = new Anomaly("too many permits", "4 of 3", Set.of(3L, 17L));

    @Test
    void anAnomalyIsParsedAsItWasWritten() {
        assertThat(Anomaly.parse(UNEXPLAINABLE.line())).isEqualTo(UNEXPLAINABLE);
        assertThat(Anomaly.parse(EXPLAINABLE.line())).isEqualTo(EXPLAINABLE);
    }

    @Test
    void onlyALockLostByASuspectExplainsAnAnomaly() {
        Anomalies anomalies = new Anomalies();
        anomalies.add(UNEXPLAINABLE);
        anomalies.add(EXPLAINABLE);
        anomalies.lockLost(4);
        assertThat(anomalies.unexplained()).containsExactly(UNEXPLAINABLE, EXPLAINABLE);
        anomalies.lockLost(17);
        assertThat(anomalies.unexplained()).containsExactly(UNEXPLAINABLE);
        assertThat(anomalies.explained()).containsExactly(EXPLAINABLE);
    }
}
