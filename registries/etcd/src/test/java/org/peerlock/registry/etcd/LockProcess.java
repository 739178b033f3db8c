package org.peerlock.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/** A process of a host that is told nothing but the registry. It acquires and releases a lock when it is told to. */
final class LockProcess {

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    LockProcess(NetworkNamespaces hosts, int host, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = hosts.process(
                host,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockProcess.class.getName()));
        builder.environment().putAll(environment);
        process = builder.redirectError(Redirect.INHERIT).start();
        answers = process.inputReader(UTF_8);
        commands = process.outputWriter(UTF_8);
    }

    /** In the process: joins, and executes commands until it is killed. */
    public static void main(String[] arguments) throws Exception {
        var unused = ProcessHandle.current()
                .parent()
                .orElseThrow()
                .onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1));
        Peerlock peerlock = Peerlock.join("machines");
        System.out.println("joined");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        Optional<Grant> held = Optional.empty();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "acquire" -> {
                    Grant grant = peerlock.lock(words[1]).acquire();
                    System.out.println(grant.fence());
                    held = Optional.of(grant);
                }
                case "try" ->
                    System.out.println(peerlock.lock(words[1])
                            .tryAcquire(Duration.ofMillis(500))
                            .isPresent());
                case "release" -> {
                    held.orElseThrow().close();
                    System.out.println("released");
                }
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    void awaitJoined() throws IOException {
        require("joined", answers.readLine());
    }

    long acquire(String lock) throws IOException {
        return Long.parseLong(ask("acquire " + lock));
    }

    boolean tries(String lock) throws IOException {
        return Boolean.parseBoolean(ask("try " + lock));
    }

    void release() throws IOException {
        require("released", ask("release"));
    }

    private static void require(String expected, String answer) {
        if (!expected.equals(answer)) {
            throw new AssertionError("the process says: " + answer);
        }
    }

    private String ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return String.valueOf(answers.readLine());
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
