package org.peerlock.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link SoakNode} process, as its parent process sees it. */
final class SoakProcess {

    private static final int REPLY_TIMEOUT_SECONDS = 120;
    private static final String END_OF_OUTPUT = "";

    private final Process process;
    private final long incarnation;
    private final PrintStream commands;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private SoakProcess(Process process, long incarnation) {
        this.process = process;
        this.incarnation = incarnation;
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts a process. Does not wait until it is ready.
     *
     * @param log gets its standard error
     */
    static SoakProcess start(Path registry, Path ledger, Path log, int node, long incarnation, Anomalies anomalies)
            throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-cp",
                System.getProperty("java.class.path"),
                SoakNode.class.getName(),
                registry.toString(),
                ledger.toString(),
                Integer.toString(node),
                Long.toString(incarnation));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        SoakProcess started = new SoakProcess(process, incarnation);
        Thread reader = new Thread(() -> started.readOutput(anomalies), "incarnation-" + incarnation);
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void readOutput(Anomalies anomalies) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(SoakReporter.ANOMALY)) {
                    anomalies.add(Anomaly.parse(line.substring(SoakReporter.ANOMALY.length())));
                } else if (line.equals(SoakReporter.LOCK_LOST)) {
                    anomalies.lockLost(incarnation);
                } else {
                    replies.add(line);
                }
            }
        } catch (IOException e) {
            // The process was killed.
        }
        replies.add(END_OF_OUTPUT);
    }

    void send(String command) {
        commands.println(command);
    }

    /**
     * Waits for the next reply, which must start with the prefix. Returns the rest of it; empty if
     * the process has exited, does not reply in time, or replies something else.
     */
    Optional<String> expect(String prefix) throws InterruptedException {
        String reply = replies.poll(REPLY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return reply != null && !reply.equals(END_OF_OUTPUT) && reply.startsWith(prefix)
                ? Optional.of(reply.substring(prefix.length()))
                : Optional.empty();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process as {@code kill -9} does, and waits until it is dead. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Makes the process exit. */
    void closeInput() {
        commands.close();
    }
}
