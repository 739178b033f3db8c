package org.peerlock.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.peerlock.bench.harness.Options;
import org.peerlock.bench.harness.Worker;
import org.peerlock.bench.process.ChildProcesses;
import org.peerlock.bench.process.Host;

/** Worker processes of one lock implementation, which all get the same commands. */
final class WorkerGroup implements AutoCloseable {

    /** The lock implementation has no such locks. */
    static final class UnsupportedException extends Exception {
        private static final long serialVersionUID = 1;

        UnsupportedException(String reason) {
            super(reason);
        }
    }

    private record WorkerConnection(Host host, Process process, PrintStream commands, BufferedReader replies) {

        static WorkerConnection start(LockImplementation implementation, Host host, Path log) throws IOException {
            Process process = ChildProcesses.start(
                    implementation.process(host, log, Worker.class.getName(), implementation.factoryClass()));
            return new WorkerConnection(
                    host, process, new PrintStream(process.getOutputStream(), true), process.inputReader());
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

    /**
     * @param hosts get the same number of workers, if possible
     * @param log gets the standard error of the workers
     */
    WorkerGroup(LockImplementation implementation, int size, List<Host> hosts, Path log) throws IOException {
        try {
            for (int i = 0; i < size; i++) {
                workers.add(WorkerConnection.start(implementation, hosts.get(i % hosts.size()), log));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Opens the subjects of the first {@code count} workers. Each gets the address of its host as one more option. */
    void open(int count, Map<String, String> options) throws IOException, UnsupportedException {
        call(count, worker -> {
            Map<String, String> all = new HashMap<>(options);
            all.put("address", worker.host.address());
            return "open " + Options.write(all);
        });
    }

    /** Sends a command to the first {@code count} workers and waits for all replies. */
    List<Map<String, String>> call(int count, String verb, Map<String, String> options)
            throws IOException, UnsupportedException {
        String line = verb + " " + Options.write(options);
        return call(count, worker -> line);
    }

    private List<Map<String, String>> call(int count, Function<WorkerConnection, String> command)
            throws IOException, UnsupportedException {
        List<WorkerConnection> called = workers.subList(0, count);
        called.forEach(worker -> worker.commands.println(command.apply(worker)));
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
