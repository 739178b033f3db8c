package org.peerlock.registry.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A {@link Writer} in a process of its own, whose history is taken down as it goes on. */
final class WriterProcess {

    /** Ends every line, so that the last line of a killed process is not taken for a complete one. */
    private static final String END = "\t.";

    private final Process process;
    private final History history;
    private final Thread listener;
    /** A permit for each acknowledged write that it has told of. */
    private final Semaphore written = new Semaphore(0);

    WriterProcess(String url, String cluster, String name, int times, Duration timeout, History history)
            throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                url,
                cluster,
                name,
                String.valueOf(times),
                String.valueOf(timeout.toMillis()));
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        this.history = history;
        listener = new Thread(this::listen, "listens-to-" + name);
        listener.setDaemon(true);
        listener.start();
    }

    /** In the process: lets it end when the test does, even if the test is killed. */
    static void endWithTheTest() {
        ProcessHandle.current().parent().ifPresent(test -> {
            var unused = test.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
        });
    }

    /** In the process: prints a line for the test, which gets it even if the process is killed the next moment. */
    static void say(String line) {
        byte[] bytes = (line + END + "\n").getBytes(UTF_8);
        System.out.write(bytes, 0, bytes.length);
        if (System.out.checkError()) {
            throw new IllegalStateException("nobody listens any more");
        }
    }

    private void listen() {
        try (BufferedReader told = process.inputReader()) {
            for (String line = told.readLine(); line != null && line.endsWith(END); line = told.readLine()) {
                Event event = Event.parse(line.substring(0, line.length() - END.length()));
                history.add(event);
                if (event.kind() == Event.Kind.WRITTEN) {
                    written.release();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has told of so many more acknowledged writes. */
    void awaitWritten(int times) throws InterruptedException {
        written.drainPermits();
        written.acquire(times);
    }

    /** Waits until it ends, and has told everything. Returns its exit code. */
    int awaitEnd() throws InterruptedException {
        listener.join();
        return process.waitFor();
    }

    /** Kills it as {@code kill -9} does. What it has told by then is taken down. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        int unused = awaitEnd();
    }
}
