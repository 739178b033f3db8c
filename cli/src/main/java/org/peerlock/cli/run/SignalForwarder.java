package org.peerlock.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.peerlock.cli.terminal.SystemSignal;
import org.peerlock.cli.terminal.TerminalLine;

/**
 * Passes the signals that ask this process to end on to a command instead, until it is closed. Those that this process was started
 * to ignore, as in the background of a script, it goes on to ignore, and so does the command.
 */
final class SignalForwarder implements AutoCloseable {

    private static final String INTERRUPT = "INT";
    private static final List<String> FORWARDED = List.of("TERM", INTERRUPT, "HUP");

    private final CompletableFuture<Process> command = new CompletableFuture<>();
    /** Puts back what was done about each signal before. */
    private final List<Runnable> restorers = new ArrayList<>();

    private SignalForwarder() {}

    /** From now on this process is not ended by them. */
    static SignalForwarder install() {
        SignalForwarder signalForwarder = new SignalForwarder();
        FORWARDED.forEach(signalForwarder::handle);
        return signalForwarder;
    }

    /** Passes on what has come so far, and all that comes. */
    void forwardTo(Process process) {
        command.complete(process);
    }

    private void handle(String name) {
        new SystemSignal(name).handle(() -> forward(name)).ifPresent(restorers::add);
    }

    private void forward(String name) {
        if (name.equals(INTERRUPT) && inForeground()) {
            return; // the terminal has sent it to the command as well
        }
        var unused = command.thenAccept(process -> send(process, name));
    }

    private static void send(Process process, String name) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("sh", "-c", "kill -s \"$1\" \"$2\"", "sh", name, String.valueOf(process.pid())).start();
        } catch (IOException e) {
            process.destroy();
        }
    }

    /** Whether this process, and so the command, is what a terminal sends its signals to. */
    private static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            String[] fromThird =
                    stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            return fromThird[5 - 3].equals(fromThird[8 - 3]); // its group of processes, and the terminal's
        } catch (IOException e) {
            return TerminalLine.PRESENT;
        }
    }

    @Override
    public void close() {
        restorers.forEach(Runnable::run);
    }
}
