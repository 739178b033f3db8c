package org.peerlock.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs of the system that run to their end. */
public final class SystemCommand {

    private SystemCommand() {}

    /** Runs a command. If it fails, the exception has what it printed. */
    public static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + output.strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + " was interrupted", e);
        }
    }

    public static void run(String... command) throws IOException {
        run(List.of(command));
    }
}
