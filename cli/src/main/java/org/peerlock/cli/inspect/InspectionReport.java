package org.peerlock.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peerlock.Inspection;
import org.peerlock.LockKind;
import org.peerlock.LockMode;
import org.peerlock.Peer;
import org.peerlock.cli.terminal.DurationFormat;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TextFit;

/** The holders and waiters of a lock, as JSON and as text. */
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
        List<ProcessJson> unanswered,
        int omitted,
        String reason) {

    /** A name inside a sentence gets no more columns than this on a terminal. */
    private static final int LONGEST_NAME_IN_SENTENCE = 40;

    record HolderJson(ProcessJson process, String label, double heldSeconds, String mode, int permits, String fence) {

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

    record WaiterJson(ProcessJson process, String label, double waitedSeconds, String mode, int permits) {

        static WaiterJson of(Inspection.Waiter waiter) {
            return new WaiterJson(
                    ProcessJson.of(waiter.peer()),
                    waiter.label(),
                    DurationFormat.seconds(waiter.waited()),
                    word(waiter.mode()),
                    waiter.permits());
        }
    }

    /** @param width how many columns the text may have */
    static CommandOutput output(String cluster, Inspection inspection, int width) {
        return new CommandOutput(lines(cluster, inspection, width), json(cluster, inspection));
    }

    private static InspectionReport json(String cluster, Inspection inspection) {
        return new InspectionReport(
                cluster,
                inspection.lock(),
                inspection.kind().isPresent(),
                inspection.kind().map(InspectionReport::word).orElse(""),
                Math.max(1, inspection.permits()),
                inspection.algorithm(),
                inspection.holders().stream().map(HolderJson::of).toList(),
                inspection.waiters().stream().map(WaiterJson::of).toList(),
                inspection.ordered(),
                inspection.unanswered().stream().map(ProcessJson::of).toList(),
                inspection.omitted(),
                reason(inspection, TextFit.UNLIMITED));
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

    private static List<String> lines(String cluster, Inspection inspection, int width) {
        List<String> lines = new ArrayList<>();
        int longestName = width == TextFit.UNLIMITED ? width : LONGEST_NAME_IN_SENTENCE;
        String lock = "'" + TextFit.shorten(inspection.lock(), longestName) + "'";
        if (inspection.kind().isEmpty()) {
            lines.addAll(TextFit.wrap(
                    "No process of cluster '" + cluster + "' has used a lock " + lock + " recently.", width));
        } else {
            LockKind kind = inspection.kind().get();
            lines.addAll(TextFit.wrap(
                    lock + " in cluster '" + cluster + "': " + kind.describe(inspection.permits()) + ", by "
                            + inspection.algorithm(),
                    width));
            lines.add("");
            lines.addAll(holders(inspection, width));
            lines.addAll(waiters(inspection, width));
        }
        for (Peer peer : inspection.unanswered()) {
            lines.addAll(TextFit.wrap("No answer from " + peer + ": it may hold the lock, or wait for it.", width));
        }
        if (inspection.omitted() > 0) {
            lines.add(inspection.omitted() + " more are not shown.");
        }
        return lines;
    }

    private static List<String> holders(Inspection inspection, int width) {
        if (inspection.holders().isEmpty()) {
            return List.of("Held by nobody" + ofThoseWhoAnswered(inspection) + ".");
        }
        Table table = new Table("HELD BY", "PROCESS", "FOR", "HOW", "FENCE");
        inspection
                .holders()
                .forEach(each -> table.add(
                        each.label(),
                        ProcessJson.text(each.peer()),
                        DurationFormat.format(each.held()),
                        how(each.mode(), each.permits(), inspection),
                        Long.toString(each.fence())));
        return table.lines(width, 0, 1);
    }

    private static List<String> waiters(Inspection inspection, int width) {
        if (inspection.waiters().isEmpty()) {
            return List.of("Nobody" + ofThoseWhoAnswered(inspection) + " is waiting.");
        }
        Table table = new Table("", "WAITING", "PROCESS", "FOR", "HOW");
        for (int i = 0; i < inspection.waiters().size(); i++) {
            Inspection.Waiter each = inspection.waiters().get(i);
            table.add(
                    inspection.ordered() ? i + 1 + "." : "",
                    each.label(),
                    ProcessJson.text(each.peer()),
                    DurationFormat.format(each.waited()),
                    how(each.mode(), each.permits(), inspection));
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines(width, 1, 2));
        lines.add("");
        if (!inspection.ordered()) {
            lines.add("The order in which they will acquire it is not known.");
        }
        lines.addAll(TextFit.wrap(reason(inspection, width), width));
        return lines;
    }

    private static String ofThoseWhoAnswered(Inspection inspection) {
        return inspection.unanswered().isEmpty() ? "" : " of those who answered";
    }

    private static String how(LockMode mode, int permits, Inspection inspection) {
        boolean counted =
                inspection.kind().filter(kind -> kind == LockKind.SEMAPHORE).isPresent();
        return counted ? permits + " of " + inspection.permits() + " permits" : word(mode);
    }

    /** Says why the waiters wait. */
    private static String reason(Inspection inspection, int width) {
        if (inspection.waiters().isEmpty()) {
            return "Nobody is waiting.";
        }
        int longestName = width == TextFit.UNLIMITED ? width : LONGEST_NAME_IN_SENTENCE;
        if (!inspection.holders().isEmpty()) {
            Inspection.Holder longest = inspection.holders().get(0);
            return "They wait because " + TextFit.shorten(longest.label(), longestName) + " ("
                    + TextFit.shorten(ProcessJson.text(longest.peer()), longestName) + ") holds it"
                    + (inspection.holders().size() == 1
                            ? "."
                            : ", the longest of " + inspection.holders().size() + " holders.");
        }
        return inspection.unanswered().isEmpty()
                ? "They wait because the lock is being handed over at this moment; look again."
                : "They wait because "
                        + TextFit.shorten(
                                ProcessJson.text(inspection.unanswered().get(0)), longestName)
                        + " does not answer, and may hold it.";
    }
}
