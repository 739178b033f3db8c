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

/** Says once, to somebody who has to wait, who holds the lock. */
final class WaitingNotice {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Thread thread;

    WaitingNotice(ClusterClient clusterClient, String lock, PrintWriter err) {
        thread = new Thread(() -> tell(clusterClient, lock, err), "peerlock-waits");
        thread.setDaemon(true);
    }

    /** Waiting begins. */
    void begin() {
        thread.start();
    }

    /** It is over, and nothing more is said; it need not have begun. */
    void end() {
        thread.interrupt();
    }

    private static void tell(ClusterClient clusterClient, String lock, PrintWriter err) {
        try {
            Thread.sleep(SOON.toMillis());
            String sentence = sentence(clusterClient.inspect(lock));
            if (!Thread.interrupted()) {
                err.println("peerlock: " + TextSanitizer.sanitize(sentence));
                err.flush();
            }
        } catch (InterruptedException e) {
            // It has the lock, or has given up.
        } catch (RuntimeException e) {
            // Who waits will be told what is wrong.
        }
    }

    static String sentence(Inspection seen) {
        String waiting = "waiting for '" + seen.lock() + "'";
        if (seen.holders().isEmpty()) {
            return waiting + "; "
                    + (seen.unanswered().isEmpty()
                            ? "it is just being passed on"
                            : "not all have said whether they hold it");
        }
        Inspection.Holder holder = seen.holders().get(0);
        int others = seen.holders().size() - 1;
        return waiting + ", held by " + name(holder.peer(), holder.label()) + " for "
                + holder.held().toSeconds() + " s" + (others == 0 ? "" : ", and by " + others + " more");
    }

    private static String name(Peer peer, String who) {
        List<String> known = Stream.of(peer.label(), who)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
        return "node " + peer.id()
                + (known.isEmpty() ? "" : known.stream().collect(Collectors.joining(", ", " (", ")")));
    }
}
