package org.peerlock.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchmarksPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "BENCHMARKS.md");

    /**
     * A command in a code block ends with the line or before a comment, a command in a sentence
     * with its backquote.
     */
    private static final Pattern COMMAND = Pattern.compile("\\./peerlock bench([^`#\n]*)");

    @Test
    void theCommandsOfThePageAreValid() throws IOException {
        List<String> commands = COMMAND.matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1).strip())
                .distinct()
                .toList();

        assertThat(commands)
                .contains("", "--no-peers", "hosts")
                .allSatisfy(command -> assertThatCode(() -> new CommandLine(new BenchCommand())
                                .parseArgs(command.isEmpty() ? new String[0] : command.split(" +", -1)))
                        .doesNotThrowAnyException());
    }

    @Test
    void thePageHasTheSectionsForTheTables() {
        assertThat(List.of(BenchCommand.SECTION, HostsCommand.SECTION))
                .allSatisfy(section -> assertThatCode(() -> MarkdownPage.require(PAGE, section))
                        .doesNotThrowAnyException());
    }
}
