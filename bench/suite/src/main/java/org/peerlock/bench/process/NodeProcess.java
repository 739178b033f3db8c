package org.peerlock.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A member of a cluster in a JVM of its own, as its parent process sees it. It reads commands from
 * its standard input, replies to them on its standard output, and exits at the end of its input.
 */
public final class NodeProcess {

    /** Far more than anything takes, also if the machine has much else to do. */
    private static final int REPLY_TIMEOUT_SECONDS = 600;

    private static final String END_OF_OUTPUT = "";

    private final Process process;
    private final PrintStream commands;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private NodeProcess(Process process) {
        this.process = process;
        commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts a process. Does not wait until it is ready.
     *
     * @param log gets its standard error
     * @param observer sees each line of its output first, and returns whether that line is not a
     *     reply
     */
    public static NodeProcess start(Class<?> main, List<String> arguments, Path log, Predicate<String> observer)
            throws IOException {
        return start(Host.LOCAL, main, arguments, log, observer);
    }

    /** As {@link #start(Class, List, Path, Predicate)}, on another host. */
    public static NodeProcess start(
            Host host, Class<?> main, List<String> arguments, Path log, Predicate<String> observer) throws IOException {
        List<String> command = new ArrayList<>(host.prefix());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-cp",
                host.classPath(),
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(host.environment());
        NodeProcess started = new NodeProcess(builder.start());
        Thread reader = new Thread(() -> started.readOutput(observer), "output-of-" + started.process.pid());
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void readOutput(Predicate<String> observer) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!observer.test(line)) {
                    replies.add(line);
                }
            }
        } catch (IOException e) {
            // The process was killed.
        }
        replies.add(END_OF_OUTPUT);
    }

    public void send(String command) {
        commands.println(command);
    }

    /**
     * Waits for the next reply, which must start with the prefix. Returns the rest of it; empty if
     * the process has exited, does not reply in time, or replies something else.
     */
    public Optional<String> expect(String prefix) throws InterruptedException {
        String reply = replies.poll(REPLY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        return reply != null && !reply.equals(END_OF_OUTPUT) && reply.startsWith(prefix)
                ? Optional.of(reply.substring(prefix.length()))
                : Optional.empty();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process as {@code kill -9} does, and waits until it is dead. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Tells the process to end, as {@code kill} does. */
    public void terminate() {
        process.destroy();
    }

    /** Waits until the process has ended. Returns false if that takes too long. */
    public boolean awaitEnd() throws InterruptedException {
        return process.waitFor(REPLY_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    /** Stops the process at once, until it is {@linkplain #resume resumed}. */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Makes the process exit. */
    public void closeInput() {
        commands.close();
    }
}
