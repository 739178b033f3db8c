package org.peerlock.internal.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.peerlock.registry.TimeLimits.TIMEOUT;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.peerlock.internal.registry.Children.Child;
import org.peerlock.registry.UnknownOutcomeException;

/** The other process in the tests of files. It reads commands, and prints their results. */
final class FileChild {

    /** That of a node. */
    static final Duration LEASE = Duration.ofMinutes(10);

    private FileChild() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ", 3);
            Path path = Path.of(words[1]);
            Child.say(
                    switch (words[0]) {
                        case "write" -> write(path, Integer.parseInt(words[2]));
                        case "create" -> create(path, words[2]);
                        case "judge" -> judge(path);
                        case "touch" -> touch(path);
                        case "lock" -> lock(path);
                        default -> throw new IllegalArgumentException(line);
                    });
        }
    }

    /** Writes so many bytes to a registry in this directory. */
    private static String write(Path directory, int length) throws IOException {
        FileRegistryStore registry = new FileRegistryStore(directory);
        try {
            return String.valueOf(registry.compareAndSet(registry.read(TIMEOUT).tag(), new byte[length], TIMEOUT));
        } catch (UnknownOutcomeException e) {
            return "unknown";
        } catch (IOException e) {
            return "failed";
        }
    }

    /** Creates the file of a node, and keeps no reference to it: that must not unlock it. */
    @SuppressWarnings("resource")
    private static String create(Path directory, String member) throws IOException {
        new ProcessDeathDetector(directory).create(member, LEASE);
        System.gc();
        return "created";
    }

    /** Which members are dead, and the longest lease of the others. */
    private static String judge(Path directory) throws IOException {
        ProcessDeathDetector files = new ProcessDeathDetector(directory);
        String dead = files.dead().toString();
        try {
            return dead + " " + files.longestLease();
        } catch (AccessDeniedException e) {
            return dead + " denied";
        }
    }

    /** Opens and closes a file. */
    private static String touch(Path path) throws IOException {
        FileChannel.open(path, StandardOpenOption.READ).close();
        return "touched";
    }

    /** Keeps the lock as long as the process lives, if it gets it. */
    @SuppressWarnings("resource")
    private static String lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return channel.tryLock() == null ? "busy" : "locked";
    }
}
