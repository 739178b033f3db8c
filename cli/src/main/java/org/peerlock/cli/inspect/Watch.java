package org.peerlock.cli.inspect;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.peerlock.cli.terminal.Json;

/**
 * Shows the same thing again and again: on a screen in the same place, elsewhere one below the other.
 *
 * @param json whether a script reads it, a line each time
 * @param screen whether it can be cleared
 */
record Watch(Duration interval, boolean json, boolean screen, PrintWriter out) {

    /** Set by the script that starts Java, which knows what Java cannot ask: whether the output goes to a terminal. */
    static final boolean SCREEN = Boolean.getBoolean("peerlock.screen");

    private static final String HOME = "\u001b[H";
    private static final String CLEAR_REST_OF_LINE = "\u001b[K";
    private static final String CLEAR_REST_OF_SCREEN = "\u001b[J";

    /** What is looked at. */
    interface Query {
        CommandOutput run() throws InterruptedException;
    }

    /** Until the thread is interrupted, or nobody reads it any more. */
    void forever(Query query) throws InterruptedException {
        while (!out.checkError()) {
            CommandOutput seen = query.run();
            if (json) {
                out.println(Json.line(seen.json()));
            } else if (screen) {
                paint(seen);
            } else {
                out.println("--- " + time());
                seen.lines().forEach(out::println);
            }
            out.flush();
            TimeUnit.NANOSECONDS.sleep(
                    TimeUnit.NANOSECONDS.convert(interval)); // or for ever, if they cannot be counted
        }
    }

    /** Line by line over what is there: a screen that is cleared as a whole flickers. */
    private void paint(CommandOutput seen) {
        out.print(HOME);
        seen.lines().forEach(line -> out.print(line + CLEAR_REST_OF_LINE + System.lineSeparator()));
        out.print(CLEAR_REST_OF_LINE + System.lineSeparator() + time() + ", Ctrl-C ends it" + CLEAR_REST_OF_SCREEN);
        out.print(System.lineSeparator());
    }

    private static String time() {
        return LocalTime.now(ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
