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
 * Passes signals that would end this process on to a command instead, until it is closed. Signals that this process was started to
 * ignore, as in the background of a script, stay ignored, in the command too.
 */
final class SignalForwarder implements AutoCloseable {

    private static final String INTERRUPT = "INT";
    private static final List<String> FORWARDED = List.of("TERM", INTERRUPT, "HUP");

    private final CompletableFuture<Process> command = new CompletableFuture<>();
    /** Restores the previous handler of each signal. */
    private final List<Runnable> restorers = new ArrayList<>();

    private SignalForwarder() {}

    /** From now on the signals do not end this process. */
    static SignalForwarder install() {
        SignalForwarder signalForwarder = new SignalForwarder();
        FORWARDED.forEach(signalForwarder::handle);
        return signalForwarder;
    }

    /** Passes on all signals, even those that have arrived before. */
    void forwardTo(Process process) {
        command.complete(process);
    }

    private void handle(String name) {
        new SystemSignal(name).handle(() -> forward(name)).ifPresent(restorers::add);
    }

    private void forward(String name) {
        if (name.equals(INTERRUPT) && inForeground()) {
            return; // the terminal has sent it to the command, too
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

    /** Whether the terminal sends its signals to this process, and so to the command as well. */
    private static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            String[] fromThird =
                    stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            return fromThird[5 - 3].equals(fromThird[8 - 3]); // the group of this process, and the foreground group
        } catch (IOException e) {
            return TerminalLine.PRESENT;
        }
    }

    @Override
    public void close() {
        restorers.forEach(Runnable::run);
    }
}
