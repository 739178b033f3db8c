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

/** Some worker processes of one make, which are told the same and answer each. */
final class WorkerGroup implements AutoCloseable {

    /** A worker cannot do what it was told, for its make has nothing of the kind. */
    static final class UnsupportedException extends Exception {
        private static final long serialVersionUID = 1;

        UnsupportedException(String reason) {
            super(reason);
        }
    }

    private record WorkerConnection(Process process, PrintStream orders, BufferedReader answers) {

        static WorkerConnection start(List<String> command, Path log) throws IOException {
            Process process = ChildProcesses.start(
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
            return new WorkerConnection(
                    process, new PrintStream(process.getOutputStream(), true), process.inputReader());
        }

        String answer() throws IOException {
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("a worker has ended before it was done");
            }
            return line;
        }
    }

    private final List<WorkerConnection> members = new ArrayList<>();

    /** @param log where they complain */
    WorkerGroup(LockImplementation lockImplementation, int size, Path log) throws IOException {
        try {
            for (int i = 0; i < size; i++) {
                members.add(WorkerConnection.start(
                        lockImplementation.command(Worker.class.getName(), lockImplementation.maker()), log));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Tells the first so many of them all the same, and waits for all answers. */
    List<Map<String, String>> tell(int first, String verb, Map<String, String> options)
            throws IOException, UnsupportedException {
        List<WorkerConnection> told = members.subList(0, first);
        String line = verb + " " + Options.write(options);
        told.forEach(workerConnection -> workerConnection.orders.println(line));
        List<Map<String, String>> answers = new ArrayList<>();
        String trouble = null;
        for (WorkerConnection workerConnection : told) {
            String answer = workerConnection.answer();
            if (answer.startsWith("ok")) {
                answers.add(Options.read(answer.substring("ok".length())));
            } else {
                trouble = answer;
            }
        }
        if (trouble == null) {
            return answers;
        }
        if (trouble.startsWith("unsupported ")) {
            throw new UnsupportedException(trouble.substring("unsupported ".length()));
        }
        throw new IOException("a worker " + trouble);
    }

    @Override
    public void close() {
        members.forEach(workerConnection -> workerConnection.orders.close());
        members.forEach(workerConnection -> ChildProcesses.end(workerConnection.process));
    }
}
