package org.peerlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a command printed, and its exit code. */
public record CommandResult(int exit, String out, String err) {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    public static CommandResult run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine()
                .setUsageHelpAutoWidth(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int exit = command.execute(arguments);
        return new CommandResult(exit, out.toString(), err.toString());
    }

    public JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    /** Replaces text that changes with every run, such as a temporary directory. */
    public CommandResult replacing(Object text, String by) {
        return new CommandResult(exit, out.replace(text.toString(), by), err.replace(text.toString(), by));
    }

    /** Compares the output with a golden file. {@code -Dgolden.rewrite} rewrites the file. */
    public void equalsGoldenFile(String name) throws IOException {
        compare(GOLDEN.resolve(name + ".txt"), out);
    }

    /** Compares the errors and the exit code of a command that prints nothing else in the same way. */
    public void failsAsInGoldenFile(String name) throws IOException {
        assertThat(out).isEmpty();
        compare(GOLDEN.resolve("errors").resolve(name + ".txt"), err + "exit code " + exit + "\n");
    }

    private static void compare(Path golden, String text) throws IOException {
        if (System.getProperty("golden.rewrite") != null) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }
}
