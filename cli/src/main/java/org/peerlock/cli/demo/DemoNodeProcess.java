package org.peerlock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.peerlock.internal.text.FailureText;

/** The process of a node, from the point of view of its parent. */
final class DemoNodeProcess {

    private static final int EXIT_TIMEOUT_SECONDS = 30;
    private static final int LAST_LINES = 5;

    private final Process process;
    private final Path log;
    private final PrintStream orders;

    private DemoNodeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts it. Does not wait until it is ready.
     *
     * @param log the file to which it appends
     */
    static DemoNodeProcess start(int node, Path registry, String algorithm, Path log, DemoLedger demoLedger)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-XX:SharedArchiveFile=") || argument.startsWith("-Xlog:cds"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DemoNode.class.getName()));
        command.addAll(List.of(registry.toString(), algorithm, "node " + node));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        DemoNodeProcess started = new DemoNodeProcess(process, log);
        demoLedger.processStarted(node, process.pid());
        Thread listener = new Thread(() -> started.listen(node, demoLedger), "node-" + node);
        listener.setDaemon(true);
        listener.start();
        return started;
    }

    private void listen(int node, DemoLedger demoLedger) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                demoLedger.receive(node, line).ifPresent(this::send);
            }
        } catch (IOException e) {
            // It was killed.
        }
        demoLedger.processEnded(node, pid(), this::lastLogLines);
    }

    private String lastLogLines() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty()
                    ? "its log is empty"
                    : String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + FailureText.of(e);
        }
    }

    void send(String order) {
        orders.println(order);
    }

    long pid() {
        return process.pid();
    }

    /** Kills it as {@code kill -9} does. Does not wait until it is gone. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits until it is gone. */
    void awaitEnd() throws InterruptedException {
        process.waitFor(EXIT_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
