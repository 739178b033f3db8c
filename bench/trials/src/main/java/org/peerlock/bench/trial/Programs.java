package org.peerlock.bench.trial;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that are installed on this machine. */
final class Programs {

    private Programs() {}

    /** Finds a program on the path, or in one more directory. */
    static Optional<Path> find(String program, String directory) {
        Stream<String> path = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1));
        return Stream.concat(path, Stream.of(directory))
                .map(each -> Path.of(each, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Finds a program, or says how to get it. */
    static Path require(String program, String debianPackage, String directory) throws IOException {
        return find(program, directory).orElseThrow(() -> new IOException(remedy(program, debianPackage)));
    }

    static String remedy(String program, String debianPackage) {
        return "there is no " + program + "; install the package " + debianPackage;
    }
}
