package org.peerlock.registry.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** A process that writes and reads a registry, with all logs, and without the libraries that only servers need. */
final class ClientProgram {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private ClientProgram() {}

    /** Runs it with a user and a password in its environment. Returns all that it printed. */
    static String run(String url, String user, String password) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String withoutServer = Arrays.stream(classPath.split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("snappy-java") && !entry.contains("metrics-core"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace",
                "-cp",
                withoutServer,
                ClientProgram.class.getName(),
                url);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PEERLOCK_REGISTRY_USER", user);
        builder.environment().put("PEERLOCK_REGISTRY_PASSWORD", password);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return printed;
    }

    public static void main(String[] arguments) throws IOException {
        try (RegistryStore store = RegistryStores.open(arguments[0], "app")) {
            boolean written = store.compareAndSet(TaggedBytes.ABSENT.tag(), "hello".getBytes(UTF_8), TIMEOUT);
            String read = new String(store.read(TIMEOUT).content(), UTF_8);
            System.out.println("written: " + written + ", read: " + read + ", " + store.describe());
        }
    }
}
