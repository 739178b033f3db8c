package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.peerlock.cli.doctor.RegistryMeasurement.Content;
import org.peerlock.cli.doctor.RegistryMeasurement.Writes;
import org.peerlock.internal.engine.settings.Timing;

/** Judges what was seen of the registry. */
final class RegistryJudgement {

    static final String CONTENT = "registry";
    static final String READS = "registry reads";
    static final String WRITES = "registry writes";
    static final String DURABILITY = "registry durability";
    static final String USE = "registry use";
    static final String VERSION = "version";

    private final RegistryMeasurement seen;
    private final Timing timing;
    private final List<Finding> findings = new ArrayList<>();

    private RegistryJudgement(RegistryMeasurement seen, Timing timing) {
        this.seen = seen;
        this.timing = timing;
    }

    static List<Finding> of(RegistryMeasurement seen, Timing timing) {
        RegistryJudgement judgement = new RegistryJudgement(seen, timing);
        judgement.judgeContent();
        if (!seen.readMillis().isEmpty()) {
            judgement.judgeReads();
            judgement.judgeDurability();
        }
        if (seen.writes() != null) {
            judgement.judgeWrites(seen.writes());
        }
        return judgement.findings;
    }

    private void judgeContent() {
        findings.add(
                switch (seen.content()) {
                    case CLUSTER ->
                        Finding.ok(
                                CONTENT,
                                "It can be read: " + seen.registry() + ". "
                                        + (seen.members() == 1
                                                ? "1 process is registered."
                                                : seen.members() + " processes are registered."));
                    case NOTHING ->
                        Finding.warning(
                                CONTENT,
                                seen.problem().isEmpty()
                                        ? "No process has joined this cluster, in " + seen.registry() + "."
                                        : "No process has joined this cluster: " + seen.problem() + ".",
                                "If processes have joined it, check the name of the cluster and --registry: they must be the"
                                        + " same everywhere.");
                    case OTHER_CLUSTER ->
                        Finding.problem(
                                CONTENT,
                                "The registry is of no use here: " + seen.problem() + ". It is in " + seen.registry()
                                        + ".",
                                "Check the name of the cluster and --registry.");
                    case DAMAGED ->
                        Finding.problem(
                                CONTENT,
                                "The content of " + seen.registry() + " cannot be understood: " + seen.problem() + ".",
                                "Stop all processes of the cluster, clear the registry by 'peerlock registry reset"
                                        + " --force', and start them again.");
                    case UNKNOWN ->
                        Finding.problem(
                                CONTENT,
                                "It cannot be read: " + withoutFullStop(seen.problem()) + ".",
                                "Check --registry, that the server runs, its name, user and password, and that a firewall"
                                        + " lets this machine reach it.");
                });
        if (!seen.versionProblem().isEmpty()) {
            findings.add(Finding.problem(
                    VERSION,
                    "This version of Peerlock cannot take part in the cluster: " + seen.versionProblem() + ".",
                    "Use the same version everywhere."));
        }
        if (!seen.nodeProblem().isEmpty()) {
            findings.add(Finding.problem(
                    USE,
                    "A process of this user could not keep its lease in the registry: "
                            + withoutFullStop(seen.nodeProblem()) + ".",
                    "Correct that, or choose another registry."));
        }
    }

    private void judgeReads() {
        double limit = Milliseconds.ofNanos(timing.registryTimeoutNanos());
        double longest = Milliseconds.longest(seen.readMillis());
        String text = "Reads take " + Milliseconds.text(Milliseconds.median(seen.readMillis())) + ", at most "
                + Milliseconds.text(longest) + "; the first one, with the time to connect, took "
                + Milliseconds.text(seen.firstReadMillis()) + ". A process allows " + Milliseconds.text(limit)
                + ", with the lease of " + Milliseconds.text(Milliseconds.ofNanos(timing.leaseNanos())) + ".";
        String remedy = "Look at the load of the registry and the network on the way, or choose a longer lease.";
        if (longest > limit) {
            findings.add(Finding.problem(READS, text, remedy));
        } else if (longest > limit / 2) {
            findings.add(Finding.warning(READS, text, remedy));
        } else {
            findings.add(Finding.ok(READS, text));
        }
    }

    private void judgeDurability() {
        if (seen.durability().isEmpty()) {
            findings.add(Finding.warning(
                    DURABILITY,
                    "Whether acknowledged writes are kept is not known: " + withoutFullStop(seen.durabilityProblem())
                            + ".",
                    "See docs/REGISTRIES.md for what the engine needs."));
            return;
        }
        String settings = seen.settings().entrySet().stream()
                .map(setting -> setting.getKey() + " = " + setting.getValue())
                .collect(Collectors.joining(", "));
        findings.add(
                Finding.ok(DURABILITY, seen.durability() + (settings.isEmpty() ? "" : " It says: " + settings + ".")));
    }

    private void judgeWrites(Writes writes) {
        if (!writes.problems().isEmpty()) {
            findings.add(Finding.problem(
                    WRITES,
                    "Test writes to another record went wrong: " + String.join("; ", writes.problems()) + ".",
                    "'peerlock registry check' says more."));
            return;
        }
        findings.add(Finding.ok(
                WRITES,
                "Test writes to another record take " + Milliseconds.text(writes.medianMillis()) + "; 99 of 100 take no"
                        + " more than " + Milliseconds.text(writes.slowestMillis()) + "."));
    }

    /** Whether no member could be dialed, because none is known. */
    static boolean hidesMembers(RegistryMeasurement seen) {
        return seen.content() != Content.CLUSTER && seen.content() != Content.NOTHING;
    }

    private static String withoutFullStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
