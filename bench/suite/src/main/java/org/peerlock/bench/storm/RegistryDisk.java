package org.peerlock.bench.storm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the registry of a storm is. If this process may mount file systems, it is a small disk of
 * its own, which can be full, or read-only even for root.
 */
final class RegistryDisk implements AutoCloseable {

    private static final String SIZE = "1m";
    private static final int MOUNTS = 100;

    private final Path directory;
    private final boolean mounted;

    private RegistryDisk(Path directory, boolean mounted) {
        this.directory = directory;
        this.mounted = mounted;
    }

    static RegistryDisk create(Path directory) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        boolean mounted = isRoot()
                && execute("mount", "-t", "tmpfs", "-o", "mode=700,size=" + SIZE, "tmpfs", directory.toString());
        return new RegistryDisk(directory, mounted);
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static boolean execute(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** Why a fault is not possible here; empty if it is. */
    Optional<String> obstacle(FaultKind fault) throws IOException {
        if (fault == FaultKind.FULL && !mounted) {
            return Optional.of("only root can mount a small disk that becomes full");
        }
        if (fault == FaultKind.READ_ONLY && !mounted && isRoot()) {
            return Optional.of("root can write to any directory, and cannot mount a disk here");
        }
        return Optional.empty();
    }

    void makeReadOnly() throws IOException, InterruptedException {
        if (mounted) {
            int attempts = 1;
            while (!mountReadOnly()) {
                attempts++;
                if (attempts > MOUNTS) {
                    throw new IOException("the disk of the registry cannot be made read-only");
                }
            }
        } else {
            require("chmod", "-R", "a-w", directory.toString());
        }
    }

    /**
     * Mounts the disk a second time, on top, because files of the first mount are open. Returns false
     * if a process has opened a file of the second one before that became read-only.
     */
    private boolean mountReadOnly() throws IOException, InterruptedException {
        require("mount", "--bind", directory.toString(), directory.toString());
        if (execute("mount", "-o", "remount,bind,ro", directory.toString())) {
            return true;
        }
        require("umount", "-l", directory.toString());
        return false;
    }

    void makeWritable() throws IOException, InterruptedException {
        if (mounted) {
            require("umount", "-l", directory.toString());
        } else {
            require("chmod", "-R", "u+w", directory.toString());
        }
    }

    private static void require(String... command) throws IOException, InterruptedException {
        if (!execute(command)) {
            throw new IOException("failed: " + String.join(" ", command));
        }
    }

    /** Writes until there is no space any more. */
    @SuppressWarnings("EmptyCatch") // the purpose
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast(), StandardOpenOption.CREATE)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
        }
    }

    void empty() throws IOException {
        Files.delete(ballast());
    }

    private Path ballast() {
        return directory.resolve("ballast");
    }

    /** Deletes a directory and its files one after the other, as {@code rm -rf} does. */
    static void deleteTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Takes all mounts away, also one that makes the disk read-only. */
    @Override
    public void close() throws IOException {
        try {
            boolean more = mounted;
            while (more) {
                more = execute("umount", "-l", directory.toString());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
