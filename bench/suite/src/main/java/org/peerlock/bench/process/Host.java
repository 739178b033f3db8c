package org.peerlock.bench.process;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a process runs.
 *
 * @param address at which other hosts reach it
 * @param prefix what comes before its command, for example to enter a network namespace
 * @param environment its additional environment variables
 * @param classes directories with classes that take the place of those of this process
 */
public record Host(String address, List<String> prefix, Map<String, String> environment, List<Path> classes) {

    /** Where this process runs. */
    public static final Host LOCAL = new Host("127.0.0.1", List.of(), Map.of());

    public Host {
        prefix = List.copyOf(prefix);
        environment = Map.copyOf(environment);
        classes = List.copyOf(classes);
    }

    /** With the classes of this process. */
    public Host(String address, List<String> prefix, Map<String, String> environment) {
        this(address, prefix, environment, List.of());
    }

    /** The same, with other classes. */
    public Host withClasses(Path directory) {
        return new Host(address, prefix, environment, List.of(directory));
    }

    /** The class path of its processes. */
    String classPath() {
        return Stream.concat(classes.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
