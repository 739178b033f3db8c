package org.peerlock.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.peerlock.bench.harness.Options;

/** The server of a peer, in a process of its own, which ends with its standard input. */
final class Server implements AutoCloseable {

    private final Process process;
    private final Map<String, String> options;

    private Server(Process process, Map<String, String> options) {
        this.process = process;
        this.options = options;
    }

    /** Waits until it is there. */
    static Server start(Make make, String main, Path log) throws IOException {
        Process process = Processes.start(
                new ProcessBuilder(make.command(main)).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        if (line == null || !line.startsWith("ready ")) {
            Processes.end(process);
            throw new IOException("its server did not start");
        }
        return new Server(process, Options.read(line.substring("ready ".length())));
    }

    /** Where it is. */
    Map<String, String> options() {
        return options;
    }

    @Override
    public void close() {
        Processes.end(process);
    }
}
