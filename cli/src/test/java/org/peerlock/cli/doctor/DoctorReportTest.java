package org.peerlock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.peerlock.cli.doctor.Samples.TIMING;
import static org.peerlock.cli.doctor.Samples.accusing;
import static org.peerlock.cli.doctor.Samples.address;
import static org.peerlock.cli.doctor.Samples.clocks;
import static org.peerlock.cli.doctor.Samples.dead;
import static org.peerlock.cli.doctor.Samples.fails;
import static org.peerlock.cli.doctor.Samples.member;
import static org.peerlock.cli.doctor.Samples.readable;
import static org.peerlock.cli.doctor.Samples.registry;
import static org.peerlock.cli.doctor.Samples.works;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.cli.doctor.RegistryMeasurement.Content;
import org.peerlock.cli.doctor.RegistryMeasurement.Writes;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.transport.DialProblem;

/** The text of all findings, and the exit code. */
class DoctorReportTest {

    private static final ClockMeasurement GOOD_CLOCKS = clocks(0.0, 0.0, 0, 3);
    private static final AddressMeasurement GOOD_ADDRESS = address("", 7100, 7100, "10.0.0.9", 0);

    private static DoctorReport report(RegistryMeasurement registry, MemberMeasurement... members) {
        return DoctorReport.of("orders", TIMING, registry, List.of(members), GOOD_CLOCKS, GOOD_ADDRESS);
    }

    @Test
    void everyFindingIsShownOnceIn80Columns() {
        List<MemberMeasurement> members = new ArrayList<>(List.of(
                member("10.0.0.7:7100", works("Unix socket", 1), works("TLS", 700)), dead(), accusing("11112222")));
        for (DialProblem.Kind kind : DialProblem.Kind.values()) {
            members.add(member("127.0.0.1:7100", fails("TLS", kind, "a reason such as " + kind)));
        }
        DoctorReport report = DoctorReport.of(
                "orders",
                TIMING,
                readable("the disk is full", "protocol: 9", "", "denied", new Writes(0, 0, List.of("bad")), 900),
                members,
                clocks(31.0, 4e6, 300, 2_000),
                address("", 0, 0, "10.0.0.9", 0, AddressMeasurement.Port.REFUSED, "no"));
        List<String> lines = report.lines(80);
        assertThat(lines).allMatch(line -> line.length() <= 80);
        assertThat(lines.get(lines.size() - 1)).matches("\\d+ problems, \\d+ warnings\\.");
        List<String> unlimited = report.lines(TextFit.UNLIMITED);
        for (Finding finding : report.findings()) {
            assertThat(unlimited)
                    .filteredOn(line -> line.endsWith(finding.text())
                            && line.startsWith(finding.level().word()))
                    .as(finding.check())
                    .hasSize((int)
                            report.findings().stream().filter(finding::equals).count());
        }
    }

    @Test
    void wellMeansWell() {
        DoctorReport report = report(readable(1), member("10.0.0.7:7100", works("TLS", 1)));
        assertThat(report.worst()).isEqualTo(Level.OK);
        assertThat(report.exitCode()).isZero();
        assertThat(report.lines(80)).endsWith("All is well.");
        assertThat(report.lines(80))
                .contains("A firewall must allow TCP")
                .anyMatch(line -> line.matches("10\\.0\\.0\\.7 +10\\.0\\.0\\.9 +7100 +members there"))
                .anyMatch(line -> line.matches("this machine +10\\.0\\.0\\.7 +7100 +member 7c01aa3e"))
                .anyMatch(line -> line.matches("this machine +db\\.example\\.com +see its URL +registry"));
    }

    @Test
    void warningsAloneAreNoFailure() {
        DoctorReport report = report(readable(500));
        assertThat(report.worst()).isEqualTo(Level.WARNING);
        assertThat(report.exitCode()).isZero();
        assertThat(report.lines(80)).contains("There are none.").endsWith("0 problems, 1 warning.");
    }

    @Test
    void aProblemIsAFailure() {
        DoctorReport report = report(readable(900));
        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.lines(80)).endsWith("1 problem, 0 warnings.");
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, 66", "OTHER_CLUSTER, 69", "DAMAGED, 65", "UNKNOWN, 69"})
    void aRegistryWithoutTheClusterHasTheExitCodeOfOtherCommands(Content content, int exit) {
        DoctorReport report = report(registry(content, "because"));
        assertThat(report.exitCode()).isEqualTo(exit);
        assertThat(report.lines(80))
                .contains(
                        content == Content.NOTHING
                                ? "There are none."
                                : "Not checked, because the registry does not tell them.");
    }

    @Test
    void whatOthersHaveWrittenCannotControlTheTerminal() {
        DoctorReport report = report(readable(1), member("\u001b[2J", works("TLS", 1)));
        assertThat(String.join("", report.lines(80))).doesNotContain("\u001b").contains("?[2J");
    }

    @Test
    void jsonHasAllOfIt() {
        String json = Json.of(report(readable(1), member("10.0.0.7:7100", works("TLS", 1))));
        assertThat(json)
                .contains("\"worst\" : \"ok\"", "\"content\" : \"CLUSTER\"", "\"by\" : \"TLS\"", "\"waits\" : 480")
                .contains("\"port\" : \"FREE\"", "\"purpose\" : \"registry\"", "\"problemKind\" : null");
    }
}
