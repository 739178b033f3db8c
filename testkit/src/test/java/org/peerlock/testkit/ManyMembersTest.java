package org.peerlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Members do not lose their leases because they are many. A build has time for 40 of them; {@code -Dmembers=1000} takes more, and
 * {@code -Dmembers.seconds=30} lets them run for so many seconds.
 */
class ManyMembersTest {

    private static final int MEMBERS = Integer.getInteger("members", 40);
    private static final int SECONDS = Integer.getInteger("members.seconds", 30);

    @ParameterizedTest
    @CsvSource({"5, NONE", "20, NONE", "60, NONE", "60, RENEWER_KILLED"})
    void nobodyLosesALease(long writeMillis, ManyMembersRun.Fault fault) {
        ManyMembersRun.Outcome outcome = new ManyMembersRun(MEMBERS, writeMillis).run(fault, SECONDS);
        System.out.println(outcome); // for docs/REGISTRIES.md
        assertThat(outcome.lapses()).as("%s", outcome).isZero();
        assertThat(outcome.evictions()).as("%s", outcome).isZero();
        assertThat(outcome.membersAtEnd()).isEqualTo(fault == ManyMembersRun.Fault.NONE ? MEMBERS : MEMBERS - 1);
        assertThat(outcome.mostWrites()).as("%s", outcome).isLessThanOrEqualTo(12 + MEMBERS / 5);
    }
}
