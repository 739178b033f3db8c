package org.peerlock;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Mode;
import org.peerlock.brain.Findings;
import org.peerlock.brain.ServingOrder;
import org.peerlock.brain.Standing;
import org.peerlock.brain.registry.Incarnation;

/** Makes of what the members have said something that a reader understands. */
final class Inspector {

    private final Findings findings;

    private Inspector(Findings findings) {
        this.findings = findings;
    }

    /** @param trouble why the registry cannot be used, if so */
    static Inspection tell(Findings findings, Optional<String> trouble) {
        return new Inspector(findings).inspection(trouble);
    }

    private Inspection inspection(Optional<String> trouble) {
        Capacity capacity = findings.capacity();
        ServingOrder order = ServingOrder.of(findings.standings());
        List<Inspection.Holder> holders = holders();
        List<Inspection.Waiter> waiters =
                order.waiting().stream().map(this::waiter).toList();
        List<Peer> silent = findings.members().keySet().stream()
                .filter(member -> !findings.answers().containsKey(member))
                .map(this::peer)
                .toList();
        return new Inspection(
                findings.lock(),
                Optional.ofNullable(capacity),
                capacity == null ? "" : algorithm(capacity),
                holders,
                waiters,
                order.certain() && silent.isEmpty(),
                silent,
                findings.standings().values().stream()
                        .mapToInt(Standing::untold)
                        .sum(),
                reason(holders, waiters, silent, trouble));
    }

    private String algorithm(Capacity capacity) {
        return findings.here().algorithms().of(findings.lock(), capacity.kind()).id();
    }

    private List<Inspection.Holder> holders() {
        return findings.standings().entrySet().stream()
                .flatMap(one -> one.getValue().holders().stream().map(holder -> holder(one.getKey(), holder)))
                .sorted(comparing(Inspection.Holder::held).reversed())
                .toList();
    }

    private Inspection.Holder holder(Incarnation node, Standing.Holder holder) {
        return new Inspection.Holder(
                peer(node),
                holder.who(),
                duration(holder.heldNanos()),
                holder.mode(),
                holder.permits(),
                holder.fence());
    }

    private Inspection.Waiter waiter(ServingOrder.Placed placed) {
        Standing.Waiting waiting = placed.waiting();
        return new Inspection.Waiter(
                peer(placed.node()), waiting.who(), duration(waiting.waitedNanos()), waiting.mode(), waiting.permits());
    }

    private static Duration duration(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private Peer peer(Incarnation node) {
        return new Peer(
                node.shortly(),
                findings.members().getOrDefault(node, ""),
                findings.label(node),
                node.equals(findings.here().me()));
    }

    private String reason(
            List<Inspection.Holder> holders,
            List<Inspection.Waiter> waiters,
            List<Peer> silent,
            Optional<String> trouble) {
        List<Peer> before = waiters.stream()
                .map(Inspection.Waiter::peer)
                .takeWhile(peer -> !peer.here())
                .toList();
        if (before.size() == waiters.size()) {
            return "This process does not wait for it.";
        }
        if (!findings.here().grants()) {
            return "This process may not let anybody in at the moment: "
                    + trouble.orElse("its lease has ended, or the members of the cluster are about to change") + ".";
        }
        return "This process waits, since " + obstacle(holders, silent)
                + (before.isEmpty() ? "" : ", and " + before.size() + " who wait come before it") + ".";
    }

    private static String obstacle(List<Inspection.Holder> holders, List<Peer> silent) {
        if (!holders.isEmpty()) {
            return holders.get(0).peer() + " has it"
                    + (holders.size() == 1 ? "" : " for longest of " + holders.size() + " holders");
        }
        return silent.isEmpty() ? "it is just being passed on" : silent.get(0) + " does not answer, and may have it";
    }

    // As text

    static String text(Inspection inspection) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("'" + inspection.lock() + "': "
                + inspection.capacity().map(Capacity::inWords).orElse("nobody knows it")
                + (inspection.algorithm().isEmpty() ? "" : ", by " + inspection.algorithm()));
        inspection.holders().forEach(holder -> lines.add("  held by " + holder));
        if (inspection.holders().isEmpty()) {
            lines.add("  held by nobody" + (inspection.silent().isEmpty() ? "" : " who has answered"));
        }
        int place = 1;
        for (Inspection.Waiter waiter : inspection.waiters()) {
            lines.add("  " + (inspection.ordered() ? place++ + ". " : "") + "waiting: " + waiter);
        }
        inspection.silent().forEach(peer -> lines.add("  no answer from " + peer));
        if (inspection.untold() > 0) {
            lines.add("  and " + inspection.untold() + " more");
        }
        return lines.add("  " + inspection.reason()).toString();
    }

    static String text(Inspection.Holder holder) {
        return text(holder.peer(), holder.who(), holder.mode(), holder.permits(), holder.held()) + ", fence "
                + holder.fence();
    }

    static String text(Inspection.Waiter waiter) {
        return text(waiter.peer(), waiter.who(), waiter.mode(), waiter.permits(), waiter.waited());
    }

    private static String text(Peer peer, String who, Mode mode, int permits, Duration since) {
        String use = permits > 1 ? permits + " permits" : mode == Mode.SHARED ? "shared" : "";
        String time = String.format(Locale.ROOT, "for %.3f s", since.toNanos() / 1e9);
        return String.join(
                ", ",
                Stream.of(peer.toString(), who, use, time)
                        .filter(part -> !part.isEmpty())
                        .toList());
    }
}
