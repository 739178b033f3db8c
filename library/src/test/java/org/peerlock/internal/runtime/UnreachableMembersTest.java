package org.peerlock.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.peerlock.LogLines;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.UnreachableMember;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class UnreachableMembersTest {

    private static final Logger LOG = LoggerFactory.getLogger(UnreachableMembersTest.class);

    private static final Incarnation ID = new Incarnation(1, 2);

    private static UnreachableMember member(String label) {
        return new UnreachableMember(ID, "10.0.0.1:7000", label, TimeUnit.MILLISECONDS.toNanos(3_500) + 17);
    }

    @Test
    void itIsSaidWhoDoesNotAnswerWhereSinceWhenAndWhy() {
        assertThat(UnreachableMembers.text(member("billing"), Optional.of("Connection refused")))
                .isEqualTo("Node " + ID.shortId()
                        + " (billing) at 10.0.0.1:7000 has not answered for 3 s: Connection refused");
        assertThat(UnreachableMembers.text(member(""), Optional.empty()))
                .isEqualTo("Node " + ID.shortId() + " at 10.0.0.1:7000 has not answered for 3 s");
    }

    @Test
    void lessThanASecondIsSaidInMilliseconds() {
        assertThat(UnreachableMembers.text(
                        new UnreachableMember(ID, "10.0.0.1:7000", "", TimeUnit.MICROSECONDS.toNanos(300_017)),
                        Optional.empty()))
                .endsWith(" has not answered for 300 ms");
    }

    @Test
    void aLoopbackAddressAndAnotherOneMeanThatTheRegistryHasTwoNames() {
        List<UnreachableMember> elsewhere = List.of(member(""));
        assertThat(UnreachableMembers.remedy("127.0.0.1:7001", elsewhere))
                .contains("one of them is at 10.0.0.1:7000, this process at 127.0.0.1:7001")
                .contains("Name the registry in the same way in all processes");
        List<UnreachableMember> here = List.of(new UnreachableMember(ID, "127.0.0.1:7000", "", 0));
        assertThat(UnreachableMembers.remedy("10.0.0.2:7001", here)).contains("Name the registry in the same way");
        assertThat(UnreachableMembers.remedy("10.0.0.2:7001", elsewhere)).contains("PEERLOCK_ADVERTISE");
        assertThat(UnreachableMembers.remedy("127.0.0.1:7001", here)).contains("PEERLOCK_ADVERTISE");
    }

    @Test
    void aMemberIsReportedOnceUntilItAnswersAgain() {
        try (LogLines lines = new LogLines(LOG)) {
            UnreachableMembers members = new UnreachableMembers(LOG);
            members.update(List.of(member("a")), id -> Optional.of("why"));
            members.update(List.of(member("a")), id -> Optional.of("why"));
            assertThat(lines.warnings()).hasSize(1);
            assertThat(lines.warnings().get(0)).contains("10.0.0.1:7000", "why", "loses its membership");
            members.update(List.of(), id -> Optional.empty());
            members.update(List.of(member("a")), id -> Optional.empty());
            assertThat(lines.warnings()).hasSize(2);
        }
    }
}
