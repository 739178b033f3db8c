package org.peerlock.cli.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.peerlock.cli.documents.Document.CodeBlock;

/** A command in a block of code of a document, without its comment. It may have several lines. */
record ShellCommand(String text) {

    /** An untagged block that begins with one of these words has commands. */
    private static final Set<String> PROGRAMS =
            Set.of("./peerlock", "peerlock", "mvn", "java", "curl", "for", "source", "kill", "docker");

    /** All commands of a document, in their order. */
    static List<ShellCommand> of(Document document) {
        return document.codeBlocks().stream()
                .flatMap(block -> of(block).stream())
                .toList();
    }

    /**
     * In a block with prompts, the commands stand after {@code $}, and the rest is what they print. In any other block of
     * commands, all of it is commands.
     */
    private static List<ShellCommand> of(CodeBlock block) {
        List<String> lines = block.lines();
        if (!block.language().isEmpty() && !Set.of("sh", "console").contains(block.language())) {
            return List.of();
        }
        if (lines.stream().anyMatch(line -> line.startsWith("$ "))) {
            return split(lines.stream()
                    .filter(line -> line.startsWith("$ "))
                    .map(line -> line.substring(2))
                    .toList());
        }
        boolean commands = block.language().equals("sh") || (!lines.isEmpty() && isCommand(lines.get(0)));
        return commands ? split(lines) : List.of();
    }

    /** Not so what a command prints after its own name. */
    private static boolean isCommand(String line) {
        return PROGRAMS.contains(line.split(" ", 2)[0]) && !line.matches("peerlock( \\w+)?: .*");
    }

    private static List<ShellCommand> split(List<String> lines) {
        List<ShellCommand> commands = new ArrayList<>();
        StringBuilder command = new StringBuilder();
        for (String line : lines) {
            command.append(line.replaceFirst("(^|\\s+)# .*", "")).append('\n');
            if (isComplete(command.toString().strip())) {
                if (!command.toString().isBlank()) {
                    commands.add(new ShellCommand(command.toString().strip()));
                }
                command.setLength(0);
            }
        }
        if (!command.isEmpty()) {
            throw new AssertionError("the command has no end: " + command);
        }
        return commands;
    }

    private static boolean isComplete(String text) {
        boolean openQuote = text.chars().filter(c -> c == '\'').count() % 2 == 1;
        boolean openBrace = text.contains("() {") && !text.endsWith("}");
        return !openQuote && !openBrace && !text.endsWith("\\") && !text.endsWith("|") && !text.endsWith("&&");
    }

    /** On one line. */
    String oneLine() {
        return text.replaceAll("\\\\\n\\s*", "").replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return oneLine();
    }
}
