package org.peerlock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A process that is paused until this is closed, like one that is swapped out, or whose machine sleeps.
 *
 * <p>A shell pauses it, and resumes it when the standard input of the shell ends. So it is resumed even if this process dies.
 */
final class PausedProcess implements AutoCloseable {

    private static final String STOPPED = "stopped";
    private static final String SCRIPT =
            "trap '' INT; kill -STOP \"$0\" && echo " + STOPPED + "; read -r nothing; kill -CONT \"$0\"";

    private final Process shell;

    private PausedProcess(Process shell) {
        this.shell = shell;
    }

    /** @throws IOException if this system cannot pause processes */
    static PausedProcess pause(long process) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", SCRIPT, Long.toString(process))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader answer = shell.inputReader(StandardCharsets.UTF_8);
        if (!STOPPED.equals(answer.readLine())) {
            shell.destroy();
            throw new IOException("no process can be stopped here");
        }
        return new PausedProcess(shell);
    }

    /** Resumes it. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException e) {
            // The shell has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
