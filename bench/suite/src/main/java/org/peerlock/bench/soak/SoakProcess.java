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

/** A process that is soaked, for the one who has started it. */
final class SoakProcess {

    private static final int PATIENCE_SECONDS = 120;
    private static final String NOTHING_MORE = "";

    private final Process process;
    private final long life;
    private final PrintStream orders;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private SoakProcess(Process process, long life) {
        this.process = process;
        this.life = life;
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts it, and does not wait for it to be ready.
     *
     * @param log to which it adds
     */
    static SoakProcess start(Path registry, Path ledger, Path log, int node, long life, Anomalies anomalies)
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
                Long.toString(life));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        SoakProcess started = new SoakProcess(process, life);
        Thread listener = new Thread(() -> started.listen(anomalies), "life-" + life);
        listener.setDaemon(true);
        listener.start();
        return started;
    }

    private void listen(Anomalies anomalies) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(SoakReporter.FOUND)) {
                    anomalies.add(Anomaly.of(line.substring(SoakReporter.FOUND.length())));
                } else if (line.equals(SoakReporter.LOST)) {
                    anomalies.lost(life);
                } else {
                    answers.add(line);
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
        answers.add(NOTHING_MORE);
    }

    void tell(String order) {
        orders.println(order);
    }

    /** What follows these words in its next answer; empty if it has ended, or does not answer so. */
    Optional<String> hear(String words) throws InterruptedException {
        String answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return answer != null && !answer.equals(NOTHING_MORE) && answer.startsWith(words)
                ? Optional.of(answer.substring(words.length()))
                : Optional.empty();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9} does, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Lets it end. */
    void dismiss() {
        orders.close();
    }
}
