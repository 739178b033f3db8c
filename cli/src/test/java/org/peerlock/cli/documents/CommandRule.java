package org.peerlock.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is special about a command in a document: it is not run, or it ends with another exit code than 0. The file
 * {@code document-commands.txt} has one in each line: {@code skip} or {@code exit 1}, the command, and the reason. A command
 * that ends with {@code *} stands for all that begin so.
 */
record CommandRule(String outcome, String command, String reason) {

    private static final Pattern LINE = Pattern.compile("(skip|exit \\d+) \\| (.+) \\| (.+)");
    private static final Path FILE = Path.of("src", "test", "resources", "document-commands.txt");

    static List<CommandRule> all() {
        try {
            return Files.readAllLines(FILE).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(CommandRule::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CommandRule parse(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a rule: " + line);
        }
        return new CommandRule(parts.group(1), parts.group(2), parts.group(3));
    }

    static Optional<CommandRule> of(ShellCommand command) {
        return all().stream().filter(rule -> rule.isFor(command)).findFirst();
    }

    boolean isFor(ShellCommand other) {
        return command.endsWith("*")
                ? other.oneLine().startsWith(command.substring(0, command.length() - 1))
                : other.oneLine().equals(command);
    }

    boolean isRun() {
        return !outcome.equals("skip");
    }

    int exitCode() {
        return Integer.parseInt(outcome.substring("exit ".length()));
    }
}
