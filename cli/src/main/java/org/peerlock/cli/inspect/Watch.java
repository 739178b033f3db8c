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
 * Shows the output of a query repeatedly: on a terminal always in the same place, elsewhere one below the other.
 *
 * @param json whether to print JSON, one line each time
 * @param screen whether standard output is a terminal
 */
record Watch(Duration interval, boolean json, boolean screen, PrintWriter out) {

    /** Whether standard output is a terminal. Set by the script that starts Java, because Java cannot find out. */
    static final boolean SCREEN = Boolean.getBoolean("peerlock.screen");

    private static final String HOME = "\u001b[H";
    private static final String CLEAR_REST_OF_LINE = "\u001b[K";
    private static final String CLEAR_REST_OF_SCREEN = "\u001b[J";

    interface Query {
        CommandOutput run() throws InterruptedException;
    }

    /** Runs until the thread is interrupted, or nobody reads the output any more. */
    void forever(Query query) throws InterruptedException {
        while (!out.checkError()) {
            CommandOutput output = query.run();
            if (json) {
                out.println(Json.line(output.json()));
            } else if (screen) {
                paint(output);
            } else {
                out.println("--- " + time());
                output.lines().forEach(out::println);
            }
            out.flush();
            TimeUnit.NANOSECONDS.sleep(TimeUnit.NANOSECONDS.convert(interval)); // saturates
        }
    }

    /** Overwrites the screen line by line. Clearing it as a whole would flicker. */
    private void paint(CommandOutput output) {
        out.print(HOME);
        output.lines().forEach(line -> out.print(line + CLEAR_REST_OF_LINE + System.lineSeparator()));
        out.print(CLEAR_REST_OF_LINE + System.lineSeparator() + time() + ", Ctrl-C to quit" + CLEAR_REST_OF_SCREEN);
        out.print(System.lineSeparator());
    }

    private static String time() {
        return LocalTime.now(ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
