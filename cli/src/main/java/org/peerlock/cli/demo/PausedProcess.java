package org.peerlock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A process stands still, as one does that is swapped out, or whose machine sleeps, until this is closed.
 *
 * <p>A shell stops it, and lets it go on when its own standard input ends: that is so, too, when this process dies.
 */
final class PausedProcess implements AutoCloseable {

    private static final String STOPPED = "stopped";
    private static final String SCRIPT =
            "trap '' INT; kill -STOP \"$0\" && echo " + STOPPED + "; read -r nothing; kill -CONT \"$0\"";

    private final Process shell;

    private PausedProcess(Process shell) {
        this.shell = shell;
    }

    /** @throws IOException if processes cannot be stopped here */
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

    /** Lets it go on. */
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
