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
record Result(int exit, String out, String err) {

    static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine()
                .setUsageHelpAutoWidth(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int exit = command.execute(arguments);
        return new Result(exit, out.toString(), err.toString());
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    /** Compares the output; {@code -Dgolden.rewrite} accepts what the golden file does not expect. */
    void isAsTheGoldenFileHasIt(String name) throws IOException {
        Path golden = Path.of("src", "test", "resources", "golden", name + ".txt");
        if (System.getProperty("golden.rewrite") != null) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, out);
        }
        assertThat(out).isEqualTo(Files.readString(golden));
    }
}
