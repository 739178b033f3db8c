package org.peerlock.registry.testkit;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Programs of servers that are installed on this machine, and their processes, for tests. */
public final class ServerProgram {

    /** If it is {@code true}, a program that is missing fails the test instead of skipping it. */
    public static final String REQUIRED = "peerlock.servers.required";

    /** Linux gives the ports from 32,768 on to those who do not choose one. */
    private static final int FIRST_PORT = 10_000;

    private static final int END_OF_PORTS = 32_768;
    private static final int PORT_ATTEMPTS = 100;

    private ServerProgram() {}

    /**
     * Finds a program on the path, or at one of these places.
     *
     * @param debianPackage what to install if it is missing
     * @param places patterns of paths, such as {@code /usr/lib/postgresql/*}{@code /bin/postgres}
     * @throws TestAbortedException if it is missing: the test is skipped, with a sentence that names
     *     the package; an {@link AssertionError} instead if servers are {@linkplain #REQUIRED required}
     */
    public static Path find(String program, String debianPackage, String... places) {
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, program));
        Stream<Path> elsewhere = Stream.of(places).flatMap(place -> matches(place).stream());
        Optional<Path> found =
                Stream.concat(onPath, elsewhere).filter(Files::isExecutable).findFirst();
        return found.orElseThrow(() -> missing("there is no " + program + "; install the package " + debianPackage));
    }

    /**
     * What to throw if something is missing: it skips the test.
     *
     * @param sentence names what is missing
     * @throws AssertionError if servers are {@linkplain #REQUIRED required}
     */
    public static TestAbortedException missing(String sentence) {
        if (Boolean.getBoolean(REQUIRED)) {
            throw new AssertionError(sentence);
        }
        return new TestAbortedException(sentence);
    }

    /** The paths that a pattern matches, the last in alphabetical order first. */
    private static List<Path> matches(String pattern) {
        int star = pattern.indexOf('*');
        Path root = Path.of(star < 0 ? pattern : pattern.substring(0, pattern.lastIndexOf('/', star)));
        if (!Files.exists(root)) {
            return List.of();
        }
        var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        try (Stream<Path> below = Files.walk(root, 4)) {
            return below.filter(matcher::matches)
                    .sorted((one, other) -> other.compareTo(one))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * A port of the loopback address that nobody uses now. It is none of those that Linux gives to
     * other processes for their connections, so it stays free while its server is restarted.
     */
    public static int freePort() throws IOException {
        BindException last = new BindException("no attempt");
        for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                last = e;
            }
        }
        throw last;
    }

    /**
     * Waits until a server accepts connections.
     *
     * @throws AssertionError if its process ends instead; the message has the end of its log
     */
    public static void awaitPort(Process process, InetSocketAddress address, Path log) throws Exception {
        Eventually.await("a server listens at " + address, () -> accepts(process, address, log));
    }

    private static boolean accepts(Process process, InetSocketAddress address, Path log) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1_000);
            return true;
        } catch (IOException e) {
            if (process.isAlive()) {
                return false;
            }
            List<String> lines = Files.readAllLines(log);
            throw new AssertionError(
                    "the server has ended: "
                            + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size())),
                    e);
        }
    }

    /** Kills a process as {@code kill -9} does, and waits until it is gone. */
    public static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
