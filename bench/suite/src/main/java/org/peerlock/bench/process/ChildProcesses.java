package org.peerlock.bench.process;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Starts and stops processes that exit at the end of their standard input. */
public final class ChildProcesses {

    private static final int EXIT_TIMEOUT_SECONDS = 10;

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    private static volatile boolean ending;

    private ChildProcesses() {}

    /**
     * Starts a process.
     *
     * @throws IOException if the program cannot be run, or all processes were {@linkplain #stopAll stopped}
     */
    public static Process start(ProcessBuilder builder) throws IOException {
        if (ending) {
            throw new IOException("interrupted");
        }
        Process process = builder.start();
        RUNNING.add(process);
        return process;
    }

    /** Closes the input of a process and waits for its exit; kills it after a timeout. */
    public static void stop(Process process) {
        closeInput(process);
        try {
            if (!process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        RUNNING.remove(process);
    }

    /** Stops all processes that are still running. No more can be started. */
    public static void stopAll() {
        ending = true;
        RUNNING.forEach(ChildProcesses::closeInput);
        RUNNING.forEach(ChildProcesses::stop);
    }

    @SuppressWarnings("EmptyCatch") // the process has already exited
    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
        }
    }
}
