package org.peerlock.bench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that are installed on this machine. */
public final class Programs {

    private Programs() {}

    /** Finds a program on the path, or in one more directory. */
    public static Optional<Path> find(String program, String directory) {
        Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        return Stream.concat(path, Stream.of(directory))
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Finds a program, or says how to get it. */
    public static Path require(String program, String debianPackage, String directory) throws IOException {
        return find(program, directory).orElseThrow(() -> new IOException(remedy(program, debianPackage)));
    }

    /** What to do about a program that is missing; empty if it is there. */
    public static Optional<String> missing(String program, String debianPackage, String directory) {
        return find(program, directory).isPresent() ? Optional.empty() : Optional.of(remedy(program, debianPackage));
    }

    private static String remedy(String program, String debianPackage) {
        return "there is no " + program + "; install the package " + debianPackage;
    }
}
