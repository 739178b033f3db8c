package org.peerlock.cli.run;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerlock.Inspection;
import org.peerlock.Peer;
import org.peerlock.cli.client.ClusterClient;
import org.peerlock.cli.terminal.TextSanitizer;

/** Tells a user who waits, once, who holds the lock. */
final class WaitingNotice {

    private static final Duration NOTICE_DELAY = Duration.ofSeconds(1);

    private final Thread thread;

    WaitingNotice(ClusterClient clusterClient, String lock, PrintWriter err) {
        thread = new Thread(() -> print(clusterClient, lock, err), "peerlock-notice");
        thread.setDaemon(true);
    }

    /** The command begins to wait. */
    void begin() {
        thread.start();
    }

    /** The command has stopped waiting, and nothing is printed any more. May be called without {@link #begin}. */
    void end() {
        thread.interrupt();
    }

    private static void print(ClusterClient clusterClient, String lock, PrintWriter err) {
        try {
            Thread.sleep(NOTICE_DELAY.toMillis());
            String sentence = sentence(clusterClient.inspect(lock));
            if (!Thread.interrupted()) {
                err.println("peerlock: " + TextSanitizer.sanitize(sentence));
                err.flush();
            }
        } catch (InterruptedException e) {
            // It does not wait any more.
        } catch (RuntimeException e) {
            // The request itself will report the problem.
        }
    }

    static String sentence(Inspection inspection) {
        String waiting = "waiting for '" + inspection.lock() + "'";
        if (inspection.holders().isEmpty()) {
            return waiting + "; "
                    + (inspection.unanswered().isEmpty()
                            ? "it is being handed over"
                            : "not all processes have answered");
        }
        Inspection.Holder holder = inspection.holders().get(0);
        int others = inspection.holders().size() - 1;
        return waiting + ", held by " + name(holder.peer(), holder.label()) + " for "
                + holder.held().toSeconds() + " s" + (others == 0 ? "" : ", and by " + others + " more");
    }

    private static String name(Peer peer, String label) {
        List<String> known = Stream.of(peer.label(), label)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
        return "node " + peer.id()
                + (known.isEmpty() ? "" : known.stream().collect(Collectors.joining(", ", " (", ")")));
    }
}
