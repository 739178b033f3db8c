package org.peerlock.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.peerlock.bench.harness.Options;

/** The server of a peer, in a process of its own, which ends with its standard input. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final Map<String, String> options;

    private ServerProcess(Process process, Map<String, String> options) {
        this.process = process;
        this.options = options;
    }

    /** Waits until it is there. */
    static ServerProcess start(LockImplementation lockImplementation, String main, Path log) throws IOException {
        Process process = ChildProcesses.start(new ProcessBuilder(lockImplementation.command(main))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        if (line == null || !line.startsWith("ready ")) {
            ChildProcesses.end(process);
            throw new IOException("its server did not start");
        }
        return new ServerProcess(process, Options.read(line.substring("ready ".length())));
    }

    /** Where it is. */
    Map<String, String> options() {
        return options;
    }

    @Override
    public void close() {
        ChildProcesses.end(process);
    }
}
