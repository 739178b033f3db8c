package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peerlock.Inspection;
import org.peerlock.LockKind;
import org.peerlock.LockMode;
import org.peerlock.Peer;
import org.peerlock.cli.terminal.Table;

/** How a lock stands, as JSON and as text. */
record InspectionReport(
        String cluster,
        String lock,
        boolean known,
        String kind,
        int permits,
        String algorithm,
        List<HolderJson> holders,
        List<WaiterJson> waiters,
        boolean ordered,
        List<ProcessJson> silent,
        int untold,
        String why) {

    record HolderJson(ProcessJson process, String who, double heldSeconds, String mode, int permits, String fence) {

        static HolderJson of(Inspection.Holder holder) {
            return new HolderJson(
                    ProcessJson.of(holder.peer()),
                    holder.label(),
                    DurationFormat.seconds(holder.held()),
                    word(holder.mode()),
                    holder.permits(),
                    Long.toString(holder.fence()));
        }
    }

    record WaiterJson(ProcessJson process, String who, double waitedSeconds, String mode, int permits) {

        static WaiterJson of(Inspection.Waiter waiter) {
            return new WaiterJson(
                    ProcessJson.of(waiter.peer()),
                    waiter.label(),
                    DurationFormat.seconds(waiter.waited()),
                    word(waiter.mode()),
                    waiter.permits());
        }
    }

    static CommandOutput output(String cluster, Inspection seen) {
        return new CommandOutput(lines(cluster, seen), json(cluster, seen));
    }

    private static InspectionReport json(String cluster, Inspection seen) {
        return new InspectionReport(
                cluster,
                seen.lock(),
                seen.kind().isPresent(),
                seen.kind().map(InspectionReport::word).orElse(""),
                Math.max(1, seen.permits()),
                seen.algorithm(),
                seen.holders().stream().map(HolderJson::of).toList(),
                seen.waiters().stream().map(WaiterJson::of).toList(),
                seen.ordered(),
                seen.unanswered().stream().map(ProcessJson::of).toList(),
                seen.omitted(),
                why(seen));
    }

    static String word(LockKind kind) {
        return switch (kind) {
            case EXCLUSIVE -> "exclusive";
            case READ_WRITE -> "read-write";
            case SEMAPHORE -> "semaphore";
        };
    }

    private static String word(LockMode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    // As text

    private static List<String> lines(String cluster, Inspection seen) {
        List<String> lines = new ArrayList<>();
        if (seen.kind().isEmpty()) {
            lines.add("Nobody in cluster '" + cluster + "' knows a lock '" + seen.lock()
                    + "': nobody has wanted it for a while.");
        } else {
            LockKind kind = seen.kind().get();
            lines.add("'" + seen.lock() + "' in cluster '" + cluster + "': " + kind.describe(seen.permits()) + ", by "
                    + seen.algorithm());
            lines.add("");
            lines.addAll(holders(seen));
            lines.addAll(waiters(seen));
        }
        for (Peer peer : seen.unanswered()) {
            lines.add("No answer from " + peer + ": it may hold the lock, or wait for it.");
        }
        if (seen.omitted() > 0) {
            lines.add("And " + seen.omitted() + " more, who are not shown.");
        }
        return lines;
    }

    private static List<String> holders(Inspection seen) {
        if (seen.holders().isEmpty()) {
            return List.of("Nobody" + (seen.unanswered().isEmpty() ? "" : " who has answered") + " holds it.");
        }
        Table table = new Table("HELD BY", "OF PROCESS", "AT", "FOR", "HOW", "FENCE");
        seen.holders()
                .forEach(each -> table.add(
                        each.label(),
                        ProcessJson.text(each.peer()),
                        each.peer().address(),
                        DurationFormat.format(each.held()),
                        how(each.mode(), each.permits(), seen),
                        Long.toString(each.fence())));
        return table.lines();
    }

    private static List<String> waiters(Inspection seen) {
        if (seen.waiters().isEmpty()) {
            return List.of("Nobody" + (seen.unanswered().isEmpty() ? "" : " who has answered") + " waits for it.");
        }
        Table table = new Table("", "WAITING", "OF PROCESS", "AT", "FOR", "HOW");
        for (int i = 0; i < seen.waiters().size(); i++) {
            Inspection.Waiter each = seen.waiters().get(i);
            table.add(
                    seen.ordered() ? i + 1 + "." : "",
                    each.label(),
                    ProcessJson.text(each.peer()),
                    each.peer().address(),
                    DurationFormat.format(each.waited()),
                    how(each.mode(), each.permits(), seen));
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines());
        lines.add("");
        if (!seen.ordered()) {
            lines.add("In which order they will be served is not known.");
        }
        lines.add(why(seen));
        return lines;
    }

    private static String how(LockMode mode, int permits, Inspection seen) {
        boolean counts = seen.kind().filter(kind -> kind == LockKind.SEMAPHORE).isPresent();
        return counts ? permits + " of " + seen.permits() + " permits" : word(mode);
    }

    /** Why those wait who wait. */
    private static String why(Inspection seen) {
        if (seen.waiters().isEmpty()) {
            return "Nobody waits for it.";
        }
        if (!seen.holders().isEmpty()) {
            Inspection.Holder longest = seen.holders().get(0);
            return "They wait, since " + longest.label() + " of " + ProcessJson.text(longest.peer()) + " has it"
                    + (seen.holders().size() == 1
                            ? "."
                            : " for longest of " + seen.holders().size() + " holders.");
        }
        return seen.unanswered().isEmpty()
                ? "They wait, since it is just being passed on: look again."
                : "They wait, since " + ProcessJson.text(seen.unanswered().get(0))
                        + " does not answer, and may have it.";
    }
}
