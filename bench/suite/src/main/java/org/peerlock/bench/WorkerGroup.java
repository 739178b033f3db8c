package org.peerlock.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Worker;
import org.peerlock.bench.process.ChildProcesses;

/** Worker processes of one lock implementation, which all get the same commands. */
final class WorkerGroup implements AutoCloseable {

    /** The lock implementation has no such locks. */
    static final class UnsupportedException extends Exception {
        private static final long serialVersionUID = 1;

        UnsupportedException(String reason) {
            super(reason);
        }
    }

    private record WorkerConnection(Process process, PrintStream commands, BufferedReader replies) {

        static WorkerConnection start(List<String> command, Path log) throws IOException {
            Process process = ChildProcesses.start(
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
            return new WorkerConnection(
                    process, new PrintStream(process.getOutputStream(), true), process.inputReader());
        }

        String reply() throws IOException {
            String line = replies.readLine();
            if (line == null) {
                throw new IOException("a worker exited too early");
            }
            return line;
        }
    }

    private final List<WorkerConnection> workers = new ArrayList<>();

    /** @param log gets the standard error of the workers */
    WorkerGroup(LockImplementation implementation, int size, Path log) throws IOException {
        try {
            for (int i = 0; i < size; i++) {
                workers.add(WorkerConnection.start(
                        implementation.command(Worker.class.getName(), implementation.factoryClass()), log));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Sends a command to the first {@code count} workers and waits for all replies. */
    List<Map<String, String>> call(int count, String verb, Map<String, String> options)
            throws IOException, UnsupportedException {
        List<WorkerConnection> called = workers.subList(0, count);
        String line = verb + " " + Options.write(options);
        called.forEach(worker -> worker.commands.println(line));
        List<Map<String, String>> replies = new ArrayList<>();
        String failure = null;
        for (WorkerConnection worker : called) {
            String reply = worker.reply();
            if (reply.startsWith("ok")) {
                replies.add(Options.read(reply.substring("ok".length())));
            } else {
                failure = reply;
            }
        }
        if (failure == null) {
            return replies;
        }
        if (failure.startsWith("unsupported ")) {
            throw new UnsupportedException(failure.substring("unsupported ".length()));
        }
        throw new IOException("a worker " + failure);
    }

    @Override
    public void close() {
        workers.forEach(worker -> worker.commands.close());
        workers.forEach(worker -> ChildProcesses.stop(worker.process));
    }
}
