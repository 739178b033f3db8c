package org.peerlock.cli.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerlock.cli.terminal.CommandException;

/** Finds programs as a shell does: so that a word that was mistyped is noticed before a lock is waited for. */
final class ProgramLookup {

    /** As shells have it. */
    static final int CANNOT_START = 126;

    /** As shells have it. */
    static final int NOT_FOUND = 127;

    private ProgramLookup() {}

    /** Fails if there is no such program, or it may not be run. */
    static void requireRunnable(String name) {
        if (name.indexOf('/') < 0) {
            if (findInPath(name).isEmpty()) {
                throw new CommandException(
                        NOT_FOUND,
                        "there is no command '" + name
                                + "' in PATH; if it is the shell's own, or several commands, run a"
                                + " shell: -- sh -c '" + name + " …'");
            }
            return;
        }
        Optional<Path> file = file("", name);
        if (file.filter(Files::exists).isEmpty()) {
            throw new CommandException(NOT_FOUND, "there is no file " + name + "; check the path of the command");
        }
        if (file.filter(ProgramLookup::isProgram).isEmpty()) {
            throw new CommandException(CANNOT_START, name + " cannot be run; 'chmod +x' makes a file a command");
        }
    }

    /** The program that this word means. */
    static Optional<Path> findInPath(String name) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .map(directory -> file(directory, name))
                .flatMap(Optional::stream)
                .filter(ProgramLookup::isProgram)
                .findFirst();
    }

    private static Optional<Path> file(String directory, String name) {
        try {
            return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(directory, name));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
