package org.peerlock.internal.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.protocol.UnreachableMember;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.transport.AddressText;
import org.slf4j.Logger;

/** Logs which members do not answer, each one once until it answers again. */
public final class UnreachableMembers {

    private final Logger log;
    private final Set<Incarnation> reported = new TreeSet<>();

    UnreachableMembers(Logger log) {
        this.log = log;
    }

    /** @param unreachable those that have not answered for too long */
    void update(List<UnreachableMember> unreachable, Function<Incarnation, Optional<String>> connectionProblem) {
        reported.retainAll(unreachable.stream().map(UnreachableMember::id).toList());
        for (UnreachableMember member : unreachable) {
            if (reported.add(member.id())) {
                log.warn(
                        "{}. If this lasts, one of the two loses its membership",
                        text(member, connectionProblem.apply(member.id())));
            }
        }
    }

    private static Duration rounded(Duration duration) {
        return duration.toSeconds() > 0
                ? Duration.ofSeconds(duration.toSeconds())
                : Duration.ofMillis(duration.toMillis());
    }

    /**
     * What to do so that this process reaches these members.
     *
     * @param own the address of this process
     */
    public static String remedy(String own, List<UnreachableMember> unreachable) {
        boolean onlyHere = AddressText.isLoopback(own);
        return unreachable.stream()
                .map(UnreachableMember::address)
                .filter(address -> AddressText.isLoopback(address) != onlyHere)
                .findFirst()
                .map(other ->
                        "one of them is at " + other + ", this process at " + own + ", and only one of the two is a"
                                + " loopback address. Name the registry in the same way in all processes: with localhost, a"
                                + " process uses a loopback address")
                .orElse("let it connect to these addresses, or set the right address at the member by advertise(...) or"
                        + " PEERLOCK_ADVERTISE");
    }

    /** Which member does not answer at which address, since when, and why. */
    public static String text(UnreachableMember member, Optional<String> problem) {
        return "Node " + member.id().shortId() + (member.label().isEmpty() ? "" : " (" + member.label() + ")") + " at "
                + member.address() + " has not answered for "
                + DurationText.of(rounded(Duration.ofNanos(member.silentNanos())))
                + problem.map(reason -> ": " + reason).orElse("");
    }
}
