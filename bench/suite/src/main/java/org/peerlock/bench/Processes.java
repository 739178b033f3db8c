package org.peerlock.bench;

import java.util.concurrent.TimeUnit;

/** Ends processes that were started here. */
final class Processes {

    private static final int PATIENCE_SECONDS = 10;

    private Processes() {}

    /** It was told to end by the end of its input; if it does not, it is killed. */
    static void end(Process process) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
