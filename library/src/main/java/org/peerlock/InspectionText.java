package org.peerlock;

import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Writes an {@link Inspection} for a reader. */
final class InspectionText {

    private InspectionText() {}

    static String of(Inspection inspection) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add("'" + inspection.lock() + "': "
                + inspection
                        .kind()
                        .map(kind -> kind.describe(inspection.permits()))
                        .orElse("no member knows it")
                + (inspection.algorithm().isEmpty() ? "" : ", by " + inspection.algorithm()));
        inspection.holders().forEach(holder -> lines.add("  held by " + holder));
        if (inspection.holders().isEmpty()) {
            lines.add("  held by nobody" + (inspection.unanswered().isEmpty() ? "" : " who replied"));
        }
        int position = 1;
        for (Inspection.Waiter waiter : inspection.waiters()) {
            lines.add("  " + (inspection.ordered() ? position++ + ". " : "") + "waiting: " + waiter);
        }
        inspection.unanswered().forEach(peer -> lines.add("  no reply from " + peer));
        if (inspection.omitted() > 0) {
            lines.add("  and " + inspection.omitted() + " more");
        }
        return lines.add("  " + inspection.reason()).toString();
    }

    static String of(Inspection.Holder holder) {
        return line(holder.peer(), holder.label(), holder.mode(), holder.permits(), holder.held()) + ", fence "
                + holder.fence();
    }

    static String of(Inspection.Waiter waiter) {
        return line(waiter.peer(), waiter.label(), waiter.mode(), waiter.permits(), waiter.waited());
    }

    private static String line(Peer peer, String label, LockMode mode, int permits, Duration since) {
        String use = permits > 1 ? permits + " permits" : mode == LockMode.SHARED ? "shared" : "";
        String time = String.format(Locale.ROOT, "for %.3f s", since.toNanos() / 1e9);
        return String.join(
                ", ",
                Stream.of(peer.toString(), label, use, time)
                        .filter(word -> !word.isEmpty())
                        .toList());
    }
}
