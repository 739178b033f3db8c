package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.cli.doctor.MemberMeasurement.Connection;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.transport.DialProblem;
import org.peerlock.internal.transport.ListenAddress;

/** Judges what was seen of the registered processes. */
final class MemberJudgement {

    static final String MEMBER = "member";
    static final String ACCUSATION = "member to member";

    private static final int LONGEST_LABEL = 30;

    private final Timing timing;

    private MemberJudgement(Timing timing) {
        this.timing = timing;
    }

    /** A finding for each process, and one for each that cannot reach another. */
    static List<Finding> of(List<MemberMeasurement> members, Timing timing) {
        MemberJudgement judgement = new MemberJudgement(timing);
        List<Finding> findings = new ArrayList<>();
        for (MemberMeasurement member : members) {
            findings.add(judgement.judge(member));
            if (!member.dead() && !member.cannotReach().isEmpty()) {
                findings.add(Finding.warning(
                        ACCUSATION,
                        name(member) + " says that it cannot reach node " + String.join(", node ", member.cannotReach())
                                + ".",
                        "Run 'peerlock doctor' on its machine. If this lasts, one of the two loses its membership."));
            }
        }
        return findings;
    }

    private Finding judge(MemberMeasurement member) {
        if (member.dead()) {
            return Finding.warning(
                    MEMBER,
                    name(member) + " has died.",
                    "Nothing, if other processes run: they evict it. Otherwise the next process that joins does.");
        }
        return member.working().map(first -> reached(member, first)).orElseGet(() -> unreached(member));
    }

    private Finding reached(MemberMeasurement member, Connection first) {
        List<String> answers = new ArrayList<>();
        for (Connection connection : member.connections()) {
            if (connection.works()) {
                answers.add(answer(connection));
            }
        }
        String text = name(member) + " has proved itself, and answers by " + String.join("; by ", answers) + ".";
        for (Connection connection : member.connections()) {
            if (!connection.works()) {
                return Finding.warning(
                        MEMBER,
                        text + " But by " + connection.by() + " it cannot be reached: " + words(connection) + ".",
                        "This machine does not need that, but all others do. " + remedy(connection, member));
            }
        }
        boolean slow =
                Milliseconds.longest(first.roundTripMillis()) > Milliseconds.ofNanos(timing.resendIntervalNanos());
        return slow
                ? Finding.warning(
                        MEMBER,
                        text + " A message is sent again after "
                                + Milliseconds.text(Milliseconds.ofNanos(timing.resendIntervalNanos())) + ".",
                        "Look at the load of that machine and of the network, or choose a longer lease.")
                : Finding.ok(MEMBER, text);
    }

    private static String answer(Connection connection) {
        return connection.by() + " within " + Milliseconds.text(Milliseconds.median(connection.roundTripMillis()))
                + ", at most " + Milliseconds.text(Milliseconds.longest(connection.roundTripMillis()));
    }

    private static Finding unreached(MemberMeasurement member) {
        Connection last = member.connections().get(member.connections().size() - 1);
        return Finding.problem(
                MEMBER,
                name(member) + " cannot be reached by " + last.by() + ": " + words(last) + ".",
                remedy(last, member));
    }

    /** Without the names of functions that the system gives for the most usual problem. */
    private static String words(Connection connection) {
        return connection.problemKind() == DialProblem.Kind.NOBODY_LISTENS
                ? "the connection is refused"
                : connection.problem();
    }

    private static String remedy(Connection connection, MemberMeasurement member) {
        DialProblem.Kind kind = connection.problemKind();
        if (kind == null) {
            return "";
        }
        String where = member.address();
        return switch (kind) {
            case SETTINGS ->
                "Give all processes, and this command, the same settings for connections: PEERLOCK_TLS_CERTIFICATE and the"
                        + " others in docs/SECURITY.md.";
            case UNKNOWN_HOST ->
                "Correct what this machine knows of names (/etc/hosts, its name server), or let that process advertise"
                        + " another address: --advertise, PEERLOCK_ADVERTISE.";
            case NOBODY_LISTENS ->
                "If that process has ended, nothing: the others evict it when its lease has expired. Otherwise"
                        + loopbackHint(where)
                        + " see whether it listens there (ss -ltn), and whether a firewall rejects connections.";
            case NO_REPLY ->
                "Allow TCP from this machine to " + where + " in all firewalls, and check that this is its address.";
            case NETWORK -> "Look at the routes from this machine to " + where + ".";
            case TLS, OTHER_CERTIFICATE ->
                "Run this again, for it may have joined anew. If it stays so, another process has taken " + where
                        + ", or a proxy on the way ends TLS: let it pass connections on unchanged.";
            case UNPROVEN ->
                "Run this again, for it may have joined anew. If it stays so, another process has taken " + where
                        + ", or that one uses another registry, such as one that was reset or copied: restart it.";
            case REFUSED -> "Do what that process says, and look at its log.";
            case SILENT ->
                "See whether it is paused or very busy, and whether what listens at " + where + " is that process.";
            case CLOSED ->
                "Run this again, for it may have ended at this moment. If it stays so, look at the log of that process.";
        };
    }

    /** Such an address is right only if the process is on this machine. */
    private static String loopbackHint(String address) {
        boolean loopback = HostText.isAddress(address)
                && HostText.isLoopback(ListenAddress.parse(address).host());
        return loopback
                ? ", if it runs on another machine: it advertises a loopback address, so name the registry there as here, or"
                        + " set PEERLOCK_ADVERTISE. If it runs on this one,"
                : "";
    }

    private static String name(MemberMeasurement member) {
        return "Node " + member.id()
                + (member.label().isEmpty() ? "" : " (" + TextFit.shorten(member.label(), LONGEST_LABEL) + ")") + " at "
                + member.address();
    }
}
