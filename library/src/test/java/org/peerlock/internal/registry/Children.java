package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.peerlock.internal.os.CurrentUser;

/** Java processes that a test starts, and that end with it in any case. */
public final class Children implements AutoCloseable {

    /** No child lives longer, so that no test waits for one for ever. */
    private static final Executor LONG_AFTER = CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES);

    private final List<Child> all = new ArrayList<>();

    /** Starts one with the class path of the test. */
    public Child start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** A command that runs the rest of its arguments so that permissions of files hold, even for root. Of Linux. */
    static List<String> withoutPrivileges() {
        String privileges = "-dac_override,-dac_read_search";
        return CurrentUser.id().orElse(1) == CurrentUser.ROOT
                ? List.of("setpriv", "--bounding-set", privileges, "--inh-caps", privileges, "--")
                : List.of();
    }

    /**
     * Starts a child by way of another command.
     *
     * @param before a command that runs the rest of its arguments
     */
    public Child start(List<String> before, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx64m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        Child child = new Child(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        all.add(child);
        LONG_AFTER.execute(child.process::destroyForcibly);
        return child;
    }

    @Override
    public void close() {
        all.forEach(child -> child.process.destroyForcibly());
    }

    /** One of them. It prints lines, and may be sent lines. */
    public static final class Child {

        /** Ends every line, so that the last line of a killed process is not taken for a complete one. */
        private static final String END = " .";

        private final Process process;
        private final BufferedReader told;

        private Child(Process process) {
            this.process = process;
            told = process.inputReader();
        }

        /** In the child: prints a line for the parent, which gets it even if this process is killed the next moment. */
        public static void say(String line) throws IOException {
            System.out.write((line + END + "\n").getBytes(UTF_8));
            if (System.out.checkError()) {
                throw new IOException("nobody listens any more");
            }
        }

        public long pid() {
            return process.pid();
        }

        /** The next complete line; empty when the process has ended and all lines were read. */
        public Optional<String> next() throws IOException {
            String line = told.readLine();
            return line == null || !line.endsWith(END)
                    ? Optional.empty()
                    : Optional.of(line.substring(0, line.length() - END.length()));
        }

        /** The next line, of a process that must still live. */
        public String hear() throws IOException {
            return next().orElseThrow(() -> new AssertionError("the process has ended: " + process));
        }

        public void tell(String line) throws IOException {
            OutputStream in = process.getOutputStream();
            in.write((line + "\n").getBytes(UTF_8));
            in.flush();
        }

        /** Kills it as {@code kill -9} does, and waits until it is gone. Its lines can still be read. */
        public void kill() throws InterruptedException {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }

        /** Asks it to end, as {@code kill} does. It can still be sent lines, and its lines can be read. */
        public void terminate() {
            process.toHandle().destroy();
        }

        /** Waits until it ends by itself. */
        public int await() throws InterruptedException {
            return process.waitFor();
        }

        /** Sends {@code STOP} or {@code CONT}. */
        public void signal(String name) throws IOException, InterruptedException {
            int exit = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException("kill -" + name + " failed");
            }
        }
    }
}
