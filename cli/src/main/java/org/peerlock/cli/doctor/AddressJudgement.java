package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.internal.transport.ListenAddress;

/** Judges where a process on this machine would listen. */
final class AddressJudgement {

    static final String ADDRESS = "address";
    static final String PORT = "port";
    static final String LOOPBACK = "loopback";
    static final String PROTECTION = "protection";

    private AddressJudgement() {}

    static List<Finding> of(AddressMeasurement own, List<MemberMeasurement> members) {
        if (!own.problem().isEmpty()) {
            return List.of(Finding.problem(
                    ADDRESS,
                    "A process here could not find out its address, and would not start: " + own.problem() + ".",
                    "Correct what it says, or choose addresses by --listen and --advertise, or by PEERLOCK_LISTEN and"
                            + " PEERLOCK_ADVERTISE."));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(ADDRESS, text(own)));
        findings.add(port(own, members));
        List<String> others = members.stream()
                .filter(member -> !member.dead() && HostText.isAddress(member.address()))
                .filter(member -> !HostText.isLoopback(
                        ListenAddress.parse(member.address()).host()))
                .map(member -> "node " + member.id() + " at " + member.address())
                .toList();
        if (own.loopback() && !others.isEmpty()) {
            findings.add(Finding.problem(
                    LOOPBACK,
                    "A process here would advertise a loopback address, but others do not: " + String.join(", ", others)
                            + ". They could not reach it.",
                    "Name the registry in the same way on all machines, not localhost here; or set --advertise or"
                            + " PEERLOCK_ADVERTISE."));
        } else {
            members.stream()
                    .filter(member -> !member.dead() && own.refusals().containsKey(member.id()))
                    .map(member -> refusal(member, own))
                    .forEach(findings::add);
        }
        return findings;
    }

    private static Finding refusal(MemberMeasurement member, AddressMeasurement own) {
        return Finding.problem(
                PROTECTION,
                "A process here would not connect with node " + member.id() + " at " + member.address() + ": "
                        + own.refusals().get(member.id()) + ".",
                "Give all processes the same settings for connections: PEERLOCK_LISTEN, PEERLOCK_INSECURE_PLAIN_TEXT,"
                        + " PEERLOCK_TLS_CERTIFICATE and the others in docs/SECURITY.md.");
    }

    private static String text(AddressMeasurement own) {
        String place = own.listenHost().isEmpty() ? "all interfaces" : own.listenHost();
        String at = own.firstPort() == 0
                ? "any free port of " + place
                : (own.firstPort() == own.lastPort() ? "port " : "the first free port of ") + own.ports() + " of "
                        + place;
        return "A process here would listen at " + at + " and advertise " + own.advertisedHost()
                + (own.advertisedPort() == 0 ? "" : ", port " + own.advertisedPort())
                + (own.loopback()
                        ? ". Only processes of this machine reach it."
                        : own.encrypted()
                                ? ". Its connections are encrypted."
                                : ". Its connections are not encrypted.");
    }

    private static Finding port(AddressMeasurement own, List<MemberMeasurement> members) {
        return switch (own.port()) {
            case FREE -> Finding.ok(PORT, "It could listen there now.");
            case REFUSED ->
                Finding.problem(
                        PORT,
                        "It could not listen there: " + own.portProblem() + ".",
                        "Choose an address of this machine, and a port that its user may use.");
            case IN_USE -> {
                List<String> users = members.stream()
                        .filter(member -> isAt(member, own))
                        .map(MemberMeasurement::id)
                        .toList();
                yield users.isEmpty()
                        ? Finding.warning(
                                PORT,
                                "Other processes listen at " + own.ports() + " now, so it could not start.",
                                "See which ones (ss -ltnp); choose a range of ports if several members run here.")
                        : Finding.ok(
                                PORT,
                                "Node " + String.join(", node ", users) + " of this cluster listens there now. For one"
                                        + " more process, choose a longer range of ports.");
            }
        };
    }

    private static boolean isAt(MemberMeasurement member, AddressMeasurement own) {
        if (member.dead() || !HostText.isAddress(member.address())) {
            return false;
        }
        ListenAddress address = ListenAddress.parse(member.address());
        boolean samePort = address.firstPort() == own.advertisedPort()
                || (address.firstPort() >= own.firstPort() && address.firstPort() <= own.lastPort());
        return samePort && address.host().equals(own.advertisedHost());
    }
}
