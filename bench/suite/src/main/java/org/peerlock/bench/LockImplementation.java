package org.peerlock.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks of one make, and what it takes to have them in a process.
 *
 * @param maker the class that makes the {@link org.peerlock.bench.harness.Subject}
 * @param classPath everything it needs
 */
record LockImplementation(String title, String maker, String classPath) {

    static final LockImplementation PEERLOCK = own("Peerlock", PeerlockSubject.Maker.class);
    static final LockImplementation LOCAL = own("java.util.concurrent", LocalSubject.Maker.class);

    private static LockImplementation own(String title, Class<?> maker) {
        return new LockImplementation(title, maker.getName(), System.getProperty("java.class.path"));
    }

    /** How to start a process with it. All are started alike. */
    List<String> command(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                classPath,
                main));
        command.addAll(List.of(arguments));
        return command;
    }
}
