package org.peerlock.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerlock.cli.Main;
import picocli.CommandLine;

/** What is wrong with a command, as far as that can be seen without running it. */
final class CommandLineCheck {

    /** Commands that are not shipped. */
    private static final List<String> OF_THE_SOURCE_TREE = List.of("bench", "trial");

    private CommandLineCheck() {}

    /** A sentence, or empty if nothing is wrong. */
    static Optional<String> problem(String command) {
        List<String> words = List.of(command.split(" "));
        return switch (words.get(0)) {
            case "./peerlock", "peerlock" ->
                words.size() > 1 && OF_THE_SOURCE_TREE.contains(words.get(1))
                        ? ofTheSourceTree(words)
                        : peerlock(words.subList(1, words.size()));
            case "mvn" -> maven(words);
            default -> Optional.empty();
        };
    }

    /** Whether there are such a subcommand and such options. Parameters may be placeholders. */
    private static Optional<String> peerlock(List<String> words) {
        CommandLine command = Main.commandLine();
        int next = 0;
        while (next < words.size() && command.getSubcommands().containsKey(words.get(next))) {
            command = command.getSubcommands().get(words.get(next));
            next++;
        }
        if (next < words.size()
                && !command.getSubcommands().isEmpty()
                && !words.get(next).startsWith("-")) {
            return Optional.of("there is no command '" + words.get(next) + "'");
        }
        for (String option : options(words.subList(next, words.size()))) {
            if (command.getCommandSpec().findOption(option) == null) {
                return Optional.of("'" + command.getCommandSpec().qualifiedName() + "' has no option " + option);
            }
        }
        return Optional.empty();
    }

    /** These commands are in modules that this one does not see: their options are looked up in their sources. */
    private static Optional<String> ofTheSourceTree(List<String> words) {
        String module = words.get(1).equals("bench") ? "bench/suite" : "bench/trials";
        String sources = read(Document.ROOT.resolve(module).resolve("src/main/java"), ".java");
        return options(words.subList(2, words.size())).stream()
                .filter(option -> !sources.contains('"' + option + '"'))
                .findFirst()
                .map(option -> "'peerlock " + words.get(1) + "' has no option " + option);
    }

    private static List<String> options(List<String> words) {
        List<String> options = new ArrayList<>();
        for (String word : words) {
            if (word.equals("--")) {
                break; // what follows is for another command
            }
            if (word.startsWith("--")) {
                options.add(word.replaceFirst("=.*", ""));
            }
        }
        return options;
    }

    /** Whether there are such modules, profiles and tests. */
    private static Optional<String> maven(List<String> words) {
        String poms = read(Document.ROOT, "pom.xml");
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i).replace("'", "");
            if (words.get(i - 1).equals("-pl")) {
                for (String module : word.split(",", -1)) {
                    if (!Files.exists(Document.ROOT.resolve(module).resolve("pom.xml"))) {
                        return Optional.of("there is no module " + module);
                    }
                }
            } else if (word.startsWith("-P") && !poms.contains("<id>" + word.substring(2) + "</id>")) {
                return Optional.of("there is no profile " + word.substring(2));
            } else if (word.startsWith("-Dtest=")) {
                for (String test : word.substring("-Dtest=".length()).split(",", -1)) {
                    if (!thereIsATest(test)) {
                        return Optional.of("there is no test " + test);
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean thereIsATest(String pattern) {
        String name = "/" + pattern.replace("*", "[^/]*") + "\\.java";
        return SourceFiles.in(Document.ROOT, ".java").stream()
                .anyMatch(file -> file.toString().replace('\\', '/').matches(".*/src/test/.*" + name));
    }

    private static String read(Path folder, String ending) {
        StringBuilder text = new StringBuilder();
        SourceFiles.in(folder, ending).forEach(file -> {
            try {
                text.append(Files.readString(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return text.toString();
    }
}
