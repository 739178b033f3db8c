package org.peerlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.peerlock.internal.transport.ListenAddress;

/** What a firewall around this machine must allow, so that a process on it can be a member. */
final class FirewallRules {

    private FirewallRules() {}

    /** Empty if all connections stay on this machine, or the addresses are not known. */
    static List<FirewallRule> of(AddressMeasurement own, List<MemberMeasurement> members) {
        List<FirewallRule> rules = new ArrayList<>();
        if (own.problem().isEmpty() && !own.loopback()) {
            TreeSet<String> hosts = new TreeSet<>();
            for (MemberMeasurement member : members) {
                if (!member.dead() && isElsewhere(member, own)) {
                    hosts.add(host(member.address()));
                    rules.add(new FirewallRule(
                            "this machine", host(member.address()), port(member.address()), "member " + member.id()));
                }
            }
            List<FirewallRule> incoming = new ArrayList<>();
            for (String host : hosts) {
                incoming.add(new FirewallRule(host, own.advertisedHost(), own.reachedPorts(), "members there"));
            }
            incoming.add(new FirewallRule("other machines", own.advertisedHost(), own.reachedPorts(), "later members"));
            rules.addAll(0, incoming);
        }
        own.registryHosts().stream()
                .filter(host -> !HostText.isLoopback(host))
                .distinct()
                .forEach(host -> rules.add(new FirewallRule("this machine", host, "see its URL", "registry")));
        return rules;
    }

    private static boolean isElsewhere(MemberMeasurement member, AddressMeasurement own) {
        if (!HostText.isAddress(member.address())) {
            return false;
        }
        String host = host(member.address());
        return !host.equals(own.advertisedHost()) && !HostText.isLoopback(host);
    }

    private static String host(String address) {
        return ListenAddress.parse(address).host();
    }

    private static String port(String address) {
        return Integer.toString(ListenAddress.parse(address).firstPort());
    }
}
