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

    private static Inspection seen(List<Inspection.Holder> holders, List<Peer> silent) {
        return new Inspection("backup", Optional.empty(), 0, "", holders, List.of(), true, silent, 0, "");
    }

    private static Inspection.Holder holder(String who) {
        return new Inspection.Holder(PEER, who, Duration.ofMillis(12_345), LockMode.EXCLUSIVE, 1, 1);
    }

    @Test
    void theHolderIsNamed() {
        assertThat(WaitingNotice.sentence(seen(List.of(holder("nightly.sh, pid 4711")), List.of())))
                .isEqualTo("waiting for 'backup', held by node 1f3a (nightly.sh, pid 4711) for 12 s");
        assertThat(WaitingNotice.sentence(seen(List.of(holder("main"), holder("two")), List.of())))
                .isEqualTo(
                        "waiting for 'backup', held by node 1f3a (nightly.sh, pid 4711, main) for 12 s, and by 1 more");
    }

    @Test
    void whereNobodyIsKnownToHoldItThatIsSaid() {
        assertThat(WaitingNotice.sentence(seen(List.of(), List.of())))
                .isEqualTo("waiting for 'backup'; it is just being passed on");
        assertThat(WaitingNotice.sentence(seen(List.of(), List.of(PEER))))
                .isEqualTo("waiting for 'backup'; not all have said whether they hold it");
    }
}
