package org.peerlock.bench.trial;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** The library with one broken rule: some statements of its sources are others. */
enum BrokenBuild {
    /** A member takes its lease for much longer than its record in the registry says. */
    LEASE_IGNORED(new Change(
            "engine/membership/MembershipSession",
            "sentAt.nanos() + timing.leaseNanos()",
            "sentAt.nanos() + 100 * timing.leaseNanos()")),
    /** A holder gets the fencing token of the first holder of its view. */
    FENCE_NOT_RAISED(new Change("../Grant", ": fence;", ": (fence >>> 32) << 32;")),
    /** A survivor reports what is held, and goes on granting. Its gate and the words of its locks would each prevent that. */
    SEAL_SKIPPED(
            new Change("engine/membership/ViewSession", "stopGranting();\n        forget", "forget"),
            new Change("engine/lockword/LockWord", "heldFence(move(LockWordBits::sealed))", "heldFence(word)")),
    /** Nothing is broken in the library, but half of the processes use another registry. */
    TWO_REGISTRIES();

    /** Another statement instead of one. */
    private record Change(String source, String statement, String instead) {

        /** Writes the changed source into a directory. */
        Path write(Path directory) throws IOException {
            Path file = SOURCES.resolve(source + ".java").normalize();
            String text = Files.readString(file);
            int at = text.indexOf(statement);
            if (at < 0 || text.indexOf(statement, at + 1) >= 0) {
                throw new AssertionError(file + " does not contain exactly one '" + statement + "'");
            }
            return Files.writeString(directory.resolve(file.getFileName()), text.replace(statement, instead), UTF_8);
        }
    }

    private static final Path SOURCES = Path.of("../../library/src/main/java/org/peerlock/internal");

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes this list
    private final List<Change> changes;

    BrokenBuild(Change... changes) {
        this.changes = List.of(changes);
    }

    /** Compiles the broken classes into a directory, if there are any. */
    void compile(Path directory) throws IOException {
        if (changes.isEmpty()) {
            return;
        }
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn",
                "-proc:none",
                "-implicit:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString()));
        for (Change change : changes) {
            arguments.add(change.write(directory).toString());
        }
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(null, System.out, System.err, arguments.toArray(String[]::new));
        if (errors != 0) {
            throw new AssertionError(this + " cannot be compiled");
        }
    }
}
