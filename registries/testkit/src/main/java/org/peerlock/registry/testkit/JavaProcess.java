package org.peerlock.registry.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A Java program in a process of its own, with the class path of the test. It tells the test what it does, in lines. */
final class JavaProcess {

    /** Ends every line, so that the last line of a killed process is not taken for a complete one. */
    private static final String END = "\t.";

    private final Process process;
    private final PrintStream input;
    private final Thread listener;

    /** @param told is called with every line that the program {@linkplain #say says}, by one thread */
    JavaProcess(Class<?> main, List<String> arguments, Consumer<String> told) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        input = new PrintStream(process.getOutputStream(), true, UTF_8);
        listener = new Thread(() -> listen(told), "listens-to-" + process.pid());
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

    private void listen(Consumer<String> told) {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null && line.endsWith(END); line = lines.readLine()) {
                told.accept(line.substring(0, line.length() - END.length()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Sends it a line. */
    void send(String line) {
        input.println(line);
    }

    /** Tells it to end, as {@code kill} does. */
    void terminate() {
        process.toHandle().destroy(); // the process's own method would also stop listening
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
