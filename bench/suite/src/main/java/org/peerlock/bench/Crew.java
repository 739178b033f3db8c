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
final class Crew implements AutoCloseable {

    /** A worker cannot do what it was told, for its make has nothing of the kind. */
    static final class UnsupportedException extends Exception {
        private static final long serialVersionUID = 1;

        UnsupportedException(String reason) {
            super(reason);
        }
    }

    private record Member(Process process, PrintStream orders, BufferedReader answers) {

        static Member start(List<String> command, Path log) throws IOException {
            Process process = Processes.start(
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
            return new Member(process, new PrintStream(process.getOutputStream(), true), process.inputReader());
        }

        String answer() throws IOException {
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("a worker has ended before it was done");
            }
            return line;
        }
    }

    private final List<Member> members = new ArrayList<>();

    /** @param log where they complain */
    Crew(Make make, int size, Path log) throws IOException {
        try {
            for (int i = 0; i < size; i++) {
                members.add(Member.start(make.command(Worker.class.getName(), make.maker()), log));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Tells the first so many of them all the same, and waits for all answers. */
    List<Map<String, String>> tell(int first, String verb, Map<String, String> options)
            throws IOException, UnsupportedException {
        List<Member> told = members.subList(0, first);
        String line = verb + " " + Options.write(options);
        told.forEach(member -> member.orders.println(line));
        List<Map<String, String>> answers = new ArrayList<>();
        String trouble = null;
        for (Member member : told) {
            String answer = member.answer();
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
        members.forEach(member -> member.orders.close());
        members.forEach(member -> Processes.end(member.process));
    }
}
