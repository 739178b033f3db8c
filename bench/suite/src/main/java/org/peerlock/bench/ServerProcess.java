package org.peerlock.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.process.ChildProcesses;
import org.peerlock.bench.process.Host;

/** The server of a compared product, in a process of its own. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final Map<String, String> options;

    private ServerProcess(Process process, Map<String, String> options) {
        this.process = process;
        this.options = options;
    }

    /** Starts a server, which gets the address of its host as argument, and waits until it is ready. */
    static ServerProcess start(LockImplementation implementation, String mainClass, Host host, Path log)
            throws IOException {
        Process process = ChildProcesses.start(implementation.process(host, log, mainClass, host.address()));
        BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        if (line == null || !line.startsWith("ready ")) {
            ChildProcesses.stop(process);
            throw new IOException("the server did not start");
        }
        return new ServerProcess(process, Options.read(line.substring("ready ".length())));
    }

    /** Its address, as options for the clients. */
    Map<String, String> options() {
        return options;
    }

    @Override
    public void close() {
        ChildProcesses.stop(process);
    }
}
