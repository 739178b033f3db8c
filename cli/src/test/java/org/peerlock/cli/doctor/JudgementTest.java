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
import static org.peerlock.cli.doctor.Samples.refusing;
import static org.peerlock.cli.doctor.Samples.registry;
import static org.peerlock.cli.doctor.Samples.works;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.cli.doctor.RegistryMeasurement.Content;
import org.peerlock.cli.doctor.RegistryMeasurement.Writes;
import org.peerlock.internal.transport.DialProblem;

/** What is said of each measurement. */
class JudgementTest {

    private static final AddressMeasurement REMOTE = address("", 7100, 7100, "10.0.0.9", 0);

    private static Finding only(List<Finding> findings, String check) {
        List<Finding> ofCheck = findings.stream()
                .filter(finding -> finding.check().equals(check))
                .toList();
        assertThat(ofCheck).hasSize(1);
        Finding finding = ofCheck.get(0);
        assertThat(finding.remedy().isEmpty()).isEqualTo(finding.level() == Level.OK);
        return finding;
    }

    private static Level level(List<Finding> findings, String check) {
        return only(findings, check).level();
    }

    // Registry

    @Test
    void aRegistryThatIsReadQuicklyIsGood() {
        List<Finding> findings = RegistryJudgement.of(readable(1, 2, 3), TIMING);
        assertThat(Finding.worst(findings)).isEqualTo(Level.OK);
        assertThat(only(findings, RegistryJudgement.CONTENT).text())
                .isEqualTo("It can be read: PostgreSQL at db:5432/app. 2 processes are registered.");
        assertThat(only(findings, RegistryJudgement.READS).text())
                .isEqualTo("Reads take 2.0 ms, at most 3.0 ms; the first one, with the time to connect, took 30 ms."
                        + " A process allows 800 ms, with the lease of 6.0 s.");
        assertThat(only(findings, RegistryJudgement.DURABILITY).text()).isEqualTo("All is kept. It says: fsync = on.");
    }

    @ParameterizedTest
    @CsvSource({"399, OK", "401, WARNING", "799, WARNING", "801, PROBLEM"})
    void slowReadsAreComparedWithTheTimeThatAProcessAllows(double millis, Level level) {
        assertThat(level(RegistryJudgement.of(readable(1, millis, 1), TIMING), RegistryJudgement.READS))
                .isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({
        "NOTHING, WARNING, No process has joined this cluster",
        "OTHER_CLUSTER, PROBLEM, of no use here: BECAUSE",
        "DAMAGED, PROBLEM, cannot be understood: BECAUSE",
        "UNKNOWN, PROBLEM, cannot be read: BECAUSE"
    })
    void aRegistryWithoutTheClusterIsNotGood(Content content, Level level, String text) {
        Finding finding = only(RegistryJudgement.of(registry(content, "BECAUSE"), TIMING), RegistryJudgement.CONTENT);
        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.text()).contains(text);
    }

    @Test
    void whatAProcessHereCouldNotUseIsAProblem() {
        RegistryMeasurement seen = readable("the disk is full", "", "All is kept.", "", null, 1);
        Finding finding = only(RegistryJudgement.of(seen, TIMING), RegistryJudgement.USE);
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text()).contains("could not keep its lease in the registry: the disk is full.");
    }

    @Test
    void anotherVersionIsAProblem() {
        RegistryMeasurement seen = readable("", "protocol: here 1-2, in the registry 9", "All is kept.", "", null, 1);
        Finding finding = only(RegistryJudgement.of(seen, TIMING), RegistryJudgement.VERSION);
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text()).contains("protocol: here 1-2, in the registry 9");
    }

    @Test
    void anEngineThatDoesNotTellIsAWarning() {
        RegistryMeasurement seen = readable("", "", "", "permission denied", null, 1);
        Finding finding = only(RegistryJudgement.of(seen, TIMING), RegistryJudgement.DURABILITY);
        assertThat(finding.level()).isEqualTo(Level.WARNING);
        assertThat(finding.text()).endsWith("is not known: permission denied.");
    }

    @Test
    void testWritesAreJudgedByTheirProblems() {
        RegistryMeasurement good = readable("", "", "Kept.", "", new Writes(2, 9, List.of()), 1);
        assertThat(only(RegistryJudgement.of(good, TIMING), RegistryJudgement.WRITES)
                        .text())
                .isEqualTo("Test writes to another record take 2.0 ms; 99 of 100 take no more than 9.0 ms.");
        RegistryMeasurement bad = readable("", "", "Kept.", "", new Writes(0, 0, List.of("an old tag counts")), 1);
        assertThat(level(RegistryJudgement.of(bad, TIMING), RegistryJudgement.WRITES))
                .isEqualTo(Level.PROBLEM);
    }

    // Members

    private static Finding judged(MemberMeasurement member) {
        return only(MemberJudgement.of(List.of(member), TIMING), MemberJudgement.MEMBER);
    }

    @Test
    void aMemberThatAnswersIsGood() {
        Finding finding = judged(member("127.0.0.1:7100", works("Unix socket", 0.4, 0.2, 0.3), works("TCP", 1)));
        assertThat(finding.level()).isEqualTo(Level.OK);
        assertThat(finding.text())
                .isEqualTo("Node 7c01aa3e (shop, pid 4711) at 127.0.0.1:7100 has proved itself, and answers by Unix"
                        + " socket within 0.3 ms, at most 0.4 ms; by TCP within 1.0 ms, at most 1.0 ms.");
    }

    @ParameterizedTest
    @CsvSource({"599, OK", "601, WARNING"})
    void aSlowAnswerIsComparedWithTheTimeAfterWhichAMessageIsSentAgain(double millis, Level level) {
        assertThat(judged(member("10.0.0.7:7100", works("TLS", 1, millis, 1))).level())
                .isEqualTo(level);
    }

    @ParameterizedTest
    @EnumSource(DialProblem.Kind.class)
    void aMemberThatCannotBeReachedIsAProblemWithARemedy(DialProblem.Kind kind) {
        Finding finding = judged(member("10.0.0.7:7100", fails("TLS", kind, "BECAUSE")));
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text())
                .isEqualTo("Node 7c01aa3e (shop, pid 4711) at 10.0.0.7:7100 cannot be reached by TLS: "
                        + (kind == DialProblem.Kind.NOBODY_LISTENS ? "the connection is refused." : "BECAUSE."));
        assertThat(finding.remedy()).endsWith(".");
    }

    @Test
    void aFirewallIsNamedWhereNothingComesBack() {
        assertThat(judged(member("10.0.0.7:7100", fails("TLS", DialProblem.Kind.NO_REPLY, "timed out")))
                        .remedy())
                .startsWith("Allow TCP from this machine to 10.0.0.7:7100 in all firewalls");
    }

    @Test
    void aLoopbackAddressWhereNobodyListensMayBeThatOfAnotherMachine() {
        DialProblem.Kind kind = DialProblem.Kind.NOBODY_LISTENS;
        assertThat(judged(member("127.0.0.1:7100", fails("TCP", kind, "refused")))
                        .remedy())
                .contains("it advertises a loopback address");
        assertThat(judged(member("10.0.0.7:7100", fails("TCP", kind, "refused")))
                        .remedy())
                .doesNotContain("loopback");
        assertThat(judged(member("nonsense", fails("TCP", kind, "refused"))).remedy())
                .doesNotContain("loopback");
    }

    @Test
    void aMemberOfThisMachineThatTcpDoesNotReachIsAWarning() {
        Finding finding = judged(member(
                "10.0.0.7:7100", works("Unix socket", 1), fails("TLS", DialProblem.Kind.OTHER_CERTIFICATE, "BECAUSE")));
        assertThat(finding.level()).isEqualTo(Level.WARNING);
        assertThat(finding.text()).contains("answers by Unix socket", "But by TLS it cannot be reached: BECAUSE.");
    }

    @Test
    void aDeathIsAWarning() {
        assertThat(judged(dead()).level()).isEqualTo(Level.WARNING);
    }

    @Test
    void aMemberThatCannotReachAnotherIsAWarning() {
        Finding finding =
                only(MemberJudgement.of(List.of(accusing("11112222", "33334444")), TIMING), MemberJudgement.ACCUSATION);
        assertThat(finding.level()).isEqualTo(Level.WARNING);
        assertThat(finding.text()).contains("cannot reach node 11112222, node 33334444.");
        assertThat(judged(accusing("11112222")).level()).isEqualTo(Level.OK);
    }

    // Clocks

    private static List<Finding> judged(ClockMeasurement clocks) {
        return ClockJudgement.of(clocks, TIMING);
    }

    @Test
    void timeThatPassesEvenlyIsGood() {
        assertThat(Finding.worst(judged(clocks(0.0, 0.0, 0, 3)))).isEqualTo(Level.OK);
        assertThat(Finding.worst(judged(clocks(null, null, -5_000, 3)))).isEqualTo(Level.OK);
    }

    @ParameterizedTest
    @CsvSource({"4.9, OK", "5.1, WARNING", "60, WARNING"})
    void stealTimeIsJudged(double percent, Level level) {
        assertThat(level(judged(clocks(percent, 0.0, 0, 3)), ClockJudgement.STEAL))
                .isEqualTo(level);
    }

    @ParameterizedTest
    @CsvSource({"999, OK", "1001, WARNING"})
    void aMachineThatHasSleptIsAWarning(double millis, Level level) {
        assertThat(level(judged(clocks(0.0, millis, 0, 3)), ClockJudgement.SUSPEND))
                .isEqualTo(level);
    }

    @Test
    void aCalendarThatJumpsIsAWarning() {
        assertThat(judged(clocks(0.0, 0.0, 199, 3))).extracting(Finding::check).doesNotContain(ClockJudgement.CALENDAR);
        assertThat(level(judged(clocks(0.0, 0.0, 201, 3)), ClockJudgement.CALENDAR))
                .isEqualTo(Level.WARNING);
    }

    @ParameterizedTest
    @CsvSource({"99, OK", "101, WARNING", "999, WARNING", "1001, PROBLEM"})
    void lateThreadsAreComparedWithTheLease(double millis, Level level) {
        assertThat(level(judged(clocks(0.0, 0.0, 0, millis)), ClockJudgement.DELAY))
                .isEqualTo(level);
    }

    // Addresses

    private static final MemberMeasurement ELSEWHERE = member("10.0.0.7:7200", works("TLS", 1));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | 0    | 0    | 10.0.0.9  | 0   | any free port of all interfaces and advertise 10.0.0.9. Its",
                "''       | 7100 | 7100 | 10.0.0.9  | 0   | port 7100 of all interfaces and advertise 10.0.0.9. Its",
                "10.0.0.9 | 7100 | 7110 | node7     | 443 | the first free port of 7100-7110 of 10.0.0.9 and advertise node7, port 443",
                "127.0.0.1| 0    | 0    | 127.0.0.1 | 0   | Only processes of this machine reach it."
            })
    void theAddressIsToldInWords(String listen, int first, int last, String host, int port, String text) {
        Finding finding = only(
                AddressJudgement.of(address(listen, first, last, host, port), List.of()), AddressJudgement.ADDRESS);
        assertThat(finding.level()).isEqualTo(Level.OK);
        assertThat(finding.text()).contains(text);
    }

    @Test
    void anAddressThatCannotBeFoundOutIsAProblem() {
        AddressMeasurement failed = AddressMeasurement.failed("no route to db", List.of());
        Finding finding = only(AddressJudgement.of(failed, List.of(ELSEWHERE)), AddressJudgement.ADDRESS);
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text()).contains("no route to db");
    }

    @Test
    void aPortInUseIsAWarningUnlessAMemberUsesIt() {
        AddressMeasurement used = address("", 7200, 7201, "10.0.0.7", 0, AddressMeasurement.Port.IN_USE, "in use");
        assertThat(level(AddressJudgement.of(used, List.of()), AddressJudgement.PORT))
                .isEqualTo(Level.WARNING);
        assertThat(level(AddressJudgement.of(used, List.of(ELSEWHERE)), AddressJudgement.PORT))
                .isEqualTo(Level.OK);
        assertThat(level(
                        AddressJudgement.of(used, List.of(member("10.0.0.8:7200", works("TLS", 1)))),
                        AddressJudgement.PORT))
                .isEqualTo(Level.WARNING);
    }

    @Test
    void anAddressOfAnotherMachineIsAProblem() {
        AddressMeasurement refused =
                address("10.9.9.9", 7100, 7100, "10.9.9.9", 0, AddressMeasurement.Port.REFUSED, "Cannot assign");
        assertThat(level(AddressJudgement.of(refused, List.of()), AddressJudgement.PORT))
                .isEqualTo(Level.PROBLEM);
    }

    @Test
    void aLoopbackAddressAmongOthersIsAProblem() {
        AddressMeasurement loopback = address("127.0.0.1", 0, 0, "127.0.0.1", 0);
        assertThat(level(AddressJudgement.of(loopback, List.of(ELSEWHERE)), AddressJudgement.LOOPBACK))
                .isEqualTo(Level.PROBLEM);
        assertThat(Finding.worst(AddressJudgement.of(loopback, List.of(member("127.0.0.1:1", works("TCP", 1))))))
                .isEqualTo(Level.OK);
        assertThat(Finding.worst(AddressJudgement.of(REMOTE, List.of(ELSEWHERE, member("nonsense")))))
                .isEqualTo(Level.OK);
    }

    @Test
    void otherProtectionIsAProblemOnceForEachMember() {
        AddressMeasurement plain = refusing("10.0.0.9", "7c01aa3e", "it encrypts");
        Finding finding = only(AddressJudgement.of(plain, List.of(ELSEWHERE)), AddressJudgement.PROTECTION);
        assertThat(finding.level()).isEqualTo(Level.PROBLEM);
        assertThat(finding.text())
                .isEqualTo("A process here would not connect with node 7c01aa3e at 10.0.0.7:7200: it encrypts.");
        assertThat(Finding.worst(AddressJudgement.of(plain, List.of(dead())))).isEqualTo(Level.OK);
        AddressMeasurement loopback = refusing("127.0.0.1", "7c01aa3e", "it encrypts");
        assertThat(AddressJudgement.of(loopback, List.of(ELSEWHERE)))
                .extracting(Finding::check)
                .contains(AddressJudgement.LOOPBACK)
                .doesNotContain(AddressJudgement.PROTECTION);
    }

    // Firewall

    @Test
    void aFirewallLetsMembersRegistryAndLaterMembersThrough() {
        List<FirewallRule> rules = FirewallRules.of(
                REMOTE,
                List.of(
                        ELSEWHERE,
                        member("10.0.0.7:7201"),
                        member("[2001:db8::7]:7100"),
                        member("10.0.0.9:7300"), // on this machine
                        member("127.0.0.1:7400"),
                        member("nonsense"),
                        dead()));
        assertThat(rules)
                .containsExactly(
                        new FirewallRule("10.0.0.7", "10.0.0.9", "7100", "members there"),
                        new FirewallRule("2001:db8::7", "10.0.0.9", "7100", "members there"),
                        new FirewallRule("other machines", "10.0.0.9", "7100", "later members"),
                        new FirewallRule("this machine", "10.0.0.7", "7200", "member 7c01aa3e"),
                        new FirewallRule("this machine", "10.0.0.7", "7201", "member 7c01aa3e"),
                        new FirewallRule("this machine", "2001:db8::7", "7100", "member 7c01aa3e"),
                        new FirewallRule("this machine", "db.example.com", "see its URL", "registry"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 32768-60999", "7100, 7110, 0, 7100-7110", "7100, 7110, 443, 443"})
    void thePortsAreThoseThatAreReached(int first, int last, int advertised, String ports) {
        assertThat(address("", first, last, "10.0.0.9", advertised).reachedPorts())
                .isEqualTo(ports);
    }

    @Test
    void onOneMachineAFirewallNeedNotAllowAnything() {
        AddressMeasurement local = new AddressMeasurement(
                "",
                "127.0.0.1",
                0,
                0,
                "",
                "127.0.0.1",
                0,
                true,
                false,
                AddressMeasurement.Port.FREE,
                "",
                List.of(),
                new TreeMap<>());
        assertThat(FirewallRules.of(local, List.of(member("127.0.0.1:7000")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "localhost"})
    void loopbackIsSeenWithoutLookingUpNames(String host) {
        assertThat(HostText.isLoopback(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "2001:db8::1", "no-such-host.invalid", "1.2.3.4.5"})
    void otherHostsAreNotLoopback(String host) {
        assertThat(HostText.isLoopback(host)).isFalse();
    }
}
