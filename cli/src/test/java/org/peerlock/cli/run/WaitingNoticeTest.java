package org.peerlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerlock.Inspection;
import org.peerlock.LockMode;
import org.peerlock.Peer;

class WaitingNoticeTest {

    private static final Peer PEER = new Peer("1f3a", "127.0.0.1:1", "nightly.sh, pid 4711", false);

    private static Inspection inspection(List<Inspection.Holder> holders, List<Peer> unanswered) {
        return new Inspection("backup", Optional.empty(), 0, "", holders, List.of(), true, unanswered, 0, "");
    }

    private static Inspection.Holder holder(String label) {
        return new Inspection.Holder(PEER, label, Duration.ofMillis(12_345), LockMode.EXCLUSIVE, 1, 1);
    }

    @Test
    void theHolderIsNamed() {
        assertThat(WaitingNotice.sentence(inspection(List.of(holder("nightly.sh, pid 4711")), List.of())))
                .isEqualTo("waiting for 'backup', held by node 1f3a (nightly.sh, pid 4711) for 12 s");
        assertThat(WaitingNotice.sentence(inspection(List.of(holder("main"), holder("two")), List.of())))
                .isEqualTo(
                        "waiting for 'backup', held by node 1f3a (nightly.sh, pid 4711, main) for 12 s, and by 1 more");
    }

    @Test
    void aLockWithoutAKnownHolderIsReported() {
        assertThat(WaitingNotice.sentence(inspection(List.of(), List.of())))
                .isEqualTo("waiting for 'backup'; it is being handed over");
        assertThat(WaitingNotice.sentence(inspection(List.of(), List.of(PEER))))
                .isEqualTo("waiting for 'backup'; not all processes have answered");
    }
}
