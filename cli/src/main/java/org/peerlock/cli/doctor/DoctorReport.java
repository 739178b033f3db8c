package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.cli.terminal.TextSanitizer;
import org.peerlock.internal.engine.settings.Timing;

/**
 * All that was found, as text and as JSON.
 *
 * @param leaseMillis with which times are compared
 * @param worst the worst level of all findings
 * @param findings of all checks
 */
record DoctorReport(
        String cluster,
        double leaseMillis,
        Level worst,
        List<Finding> findings,
        RegistryMeasurement registry,
        List<MemberMeasurement> members,
        ClockMeasurement clocks,
        AddressMeasurement addresses,
        List<FirewallRule> firewall) {

    private static final int INDENT = 9;

    static DoctorReport of(
            String cluster,
            Timing timing,
            RegistryMeasurement registry,
            List<MemberMeasurement> members,
            ClockMeasurement clocks,
            AddressMeasurement addresses) {
        List<Finding> findings = Stream.of(
                        RegistryJudgement.of(registry, timing),
                        MemberJudgement.of(members, timing),
                        ClockJudgement.of(clocks, timing),
                        AddressJudgement.of(addresses, members))
                .flatMap(List::stream)
                .toList();
        return new DoctorReport(
                cluster,
                Milliseconds.ofNanos(timing.leaseNanos()),
                Finding.worst(findings),
                findings,
                registry,
                members,
                clocks,
                addresses,
                FirewallRules.of(addresses, members));
    }

    int exitCode() {
        int registryExit = RegistryExaminer.exit(registry.content());
        if (registryExit != Exit.OK) {
            return registryExit;
        }
        return worst == Level.PROBLEM ? Exit.DOES_NOT_HOLD : Exit.OK;
    }

    /** @param width how many columns the text may have */
    List<String> lines(int width) {
        List<String> lines = new ArrayList<>();
        lines.add("Cluster '" + cluster + "', as seen from this machine");
        section(lines, "REGISTRY", width, "registry", RegistryJudgement.VERSION);
        section(lines, "MEMBERS", width, MemberJudgement.MEMBER);
        if (members.isEmpty()) {
            lines.add(
                    RegistryJudgement.hidesMembers(registry)
                            ? "Not checked, because the registry does not tell them."
                            : "There are none.");
        }
        section(
                lines,
                "CLOCKS",
                width,
                ClockJudgement.MONOTONIC,
                ClockJudgement.STEAL,
                ClockJudgement.SUSPEND,
                ClockJudgement.CALENDAR,
                ClockJudgement.DELAY);
        section(
                lines,
                "ADDRESSES",
                width,
                AddressJudgement.ADDRESS,
                AddressJudgement.PORT,
                AddressJudgement.LOOPBACK,
                AddressJudgement.PROTECTION);
        lines.add("");
        lines.addAll(firewallLines(width));
        lines.add("");
        lines.add(verdict());
        return lines.stream().map(TextSanitizer::sanitize).toList();
    }

    /** @param checks the names of checks, or the words with which they begin */
    private void section(List<String> lines, String title, int width, String... checks) {
        lines.add("");
        lines.add(title);
        for (Finding finding : findings) {
            if (Stream.of(checks).anyMatch(finding.check()::startsWith)) {
                addIndented(lines, finding.level().word(), finding.text(), width);
                if (!finding.remedy().isEmpty()) {
                    addIndented(lines, "", finding.remedy(), width);
                }
            }
        }
    }

    private static void addIndented(List<String> lines, String first, String text, int width) {
        int room = width == TextFit.UNLIMITED ? width : Math.max(1, width - INDENT);
        String begin = first;
        for (String line : TextFit.wrap(text, room)) {
            lines.add(begin + " ".repeat(INDENT - begin.length()) + line);
            begin = "";
        }
    }

    private List<String> firewallLines(int width) {
        if (!addresses.problem().isEmpty()) {
            return TextFit.wrap("What a firewall must allow is not known without the address.", width);
        }
        if (firewall.isEmpty()) {
            return TextFit.wrap("A firewall need not allow anything: all connections stay on this machine.", width);
        }
        List<String> lines = new ArrayList<>();
        lines.add("A firewall must allow TCP");
        Table table = new Table("FROM", "TO", "PORT", "FOR");
        firewall.forEach(rule -> table.add(rule.from(), rule.to(), rule.ports(), rule.purpose()));
        lines.addAll(table.wrapped(width, 0, 1, 2, 3));
        if (addresses.firstPort() == 0 && addresses.advertisedPort() == 0 && !addresses.loopback()) {
            lines.addAll(TextFit.wrap(
                    "A process takes any free port. To open one port only, choose it by --listen :7100 or"
                            + " PEERLOCK_LISTEN=:7100.",
                    width));
        }
        return lines;
    }

    private String verdict() {
        long problems = count(Level.PROBLEM);
        long warnings = count(Level.WARNING);
        if (problems == 0 && warnings == 0) {
            return "All is well.";
        }
        return plural(problems, "problem") + ", " + plural(warnings, "warning") + ".";
    }

    private long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
