package org.peerlock.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peerlock.bench.process.Host;

/**
 * A lock implementation, and how to start a process that uses it.
 *
 * @param factoryClass the {@link org.peerlock.bench.harness.Subject.Factory}
 * @param classPath of its processes
 */
record LockImplementation(String title, String factoryClass, String classPath) {

    static final LockImplementation PEERLOCK = own("Peerlock", PeerlockSubject.Factory.class);
    static final LockImplementation LOCAL = own("java.util.concurrent", LocalSubject.Factory.class);

    private static LockImplementation own(String title, Class<?> factory) {
        return new LockImplementation(title, factory.getName(), System.getProperty("java.class.path"));
    }

    /**
     * A process on a host. Its command line is the same for all implementations but for the class
     * path.
     *
     * @param log gets its standard error
     */
    ProcessBuilder process(Host host, Path log, String mainClass, String... arguments) {
        List<String> command = new ArrayList<>(host.prefix());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                mainClass));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(host.environment());
        return builder;
    }
}
