package org.peerlock.cli.run;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerlock.cli.terminal.CommandException;

/** Finds programs as a shell does, so that a mistyped command is reported before peerlock waits for the lock. */
final class ProgramLookup {

    /** The exit code that shells use. */
    static final int CANNOT_START = 126;

    /** The exit code that shells use. */
    static final int NOT_FOUND = 127;

    private ProgramLookup() {}

    /** Fails if there is no such program, or it is not executable. */
    static void requireRunnable(String name) {
        if (name.indexOf('/') < 0) {
            if (findInPath(name).isEmpty()) {
                throw new CommandException(
                        NOT_FOUND,
                        "there is no command '" + name
                                + "' in PATH; for a command of the shell, or several commands, run a"
                                + " shell: -- sh -c '" + name + " …'");
            }
            return;
        }
        Optional<Path> file = file("", name);
        if (file.filter(Files::exists).isEmpty()) {
            throw new CommandException(NOT_FOUND, "there is no file " + name + "; check the path of the command");
        }
        if (file.filter(ProgramLookup::isProgram).isEmpty()) {
            throw new CommandException(CANNOT_START, name + " is not executable; 'chmod +x' makes it so");
        }
    }

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
