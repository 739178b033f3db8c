package org.peerlock.bench;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Starts processes that end with their standard input, and ends them. */
final class ChildProcesses {

    private static final int PATIENCE_SECONDS = 10;

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    private ChildProcesses() {}

    static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        RUNNING.add(process);
        return process;
    }

    /** Tells it to end, by the end of its input; if it does not, it is killed. */
    static void end(Process process) {
        close(process);
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        RUNNING.remove(process);
    }

    /** All that were started, and have not been ended. */
    static void endAll() {
        RUNNING.forEach(ChildProcesses::close);
        RUNNING.forEach(ChildProcesses::end);
    }

    @SuppressWarnings("EmptyCatch") // it has ended already
    private static void close(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
        }
    }
}
