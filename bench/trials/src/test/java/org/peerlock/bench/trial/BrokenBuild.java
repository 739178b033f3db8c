package org.peerlock.bench.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/** The library with one broken rule: one statement of its source is another one. */
enum BrokenBuild {
    /** A member takes its lease for much longer than its record in the registry says. */
    LEASE_IGNORED(
            "engine/membership/MembershipSession",
            "sentAt.nanos() + timing.leaseNanos()",
            "sentAt.nanos() + 100 * timing.leaseNanos()"),
    /** A holder gets the fencing token of the first holder of its view. */
    FENCE_NOT_RAISED("../Grant", ": fence;", ": (fence >>> 32) << 32;"),
    /** A survivor reports what is held, and goes on granting. */
    SEAL_SKIPPED("engine/membership/ViewSession", "stopGranting();\n        forget", "forget"),
    /** Nothing is broken in the library, but half of the processes use another registry. */
    TWO_REGISTRIES("", "", "");

    private static final Path SOURCES = Path.of("../../library/src/main/java/org/peerlock/internal");

    private final String source;
    private final String statement;
    private final String instead;

    BrokenBuild(String source, String statement, String instead) {
        this.source = source;
        this.statement = statement;
        this.instead = instead;
    }

    /** Compiles the broken class into a directory, if there is one. */
    void compile(Path directory) throws IOException {
        if (statement.isEmpty()) {
            return;
        }
        Path file = SOURCES.resolve(source + ".java").normalize();
        String text = Files.readString(file);
        int at = text.indexOf(statement);
        if (at < 0 || text.indexOf(statement, at + 1) >= 0) {
            throw new AssertionError(file + " does not contain exactly one '" + statement + "'");
        }
        Path broken = directory.resolve(file.getFileName());
        Files.writeString(broken, text.replace(statement, instead), UTF_8);
        List<String> arguments = List.of(
                "-nowarn",
                "-proc:none",
                "-implicit:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                broken.toString());
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, System.out, System.err, arguments.toArray(String[]::new));
        if (errors != 0) {
            throw new AssertionError(broken + " cannot be compiled");
        }
    }
}
