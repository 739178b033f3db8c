package org.peerlock.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.cli.CommandResult;
import org.peerlock.internal.engine.settings.LiveAlgorithms;

/** What {@code docs/CHOOSING.md} says of algorithms is what its commands give, for all that can be used live. */
class ChoosingTest {

    private static final Pattern SWEEP =
            Pattern.compile("```\n\\./peerlock (lab sweep .*?) --csv \\S+\n```\n\n(\\|.*?)\n\n", Pattern.DOTALL);

    private final DecimalFormat twoDigits = new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));

    @TempDir
    private Path folder;

    @Test
    void theFiguresAreThoseOfTheCommands() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "CHOOSING.md"));
        List<MatchResult> sweeps = SWEEP.matcher(page).results().toList();
        assertThat(sweeps).hasSameSizeAs(Capacity.Kind.values());
        compare(sweeps.get(0), Capacity.Kind.MUTEX, "synchronizationDelay");
        compare(sweeps.get(1), Capacity.Kind.READ_WRITE, "waitingTime");
        compare(sweeps.get(2), Capacity.Kind.SEMAPHORE, "waitingTime");
    }

    /** The columns: algorithm, formula, messages at light and at full load, the wait at light load; then one at full load. */
    private void compare(MatchResult sweep, Capacity.Kind kind, String last) throws IOException {
        Path csv = folder.resolve(kind + ".csv");
        CommandResult.run((sweep.group(1) + " --csv " + csv).split(" "));
        List<List<String>> measured = Files.readAllLines(csv).stream()
                .map(line -> List.of(line.split(",", -1)))
                .toList();
        List<List<String>> table = sweep.group(2)
                .lines()
                .skip(2)
                .map(line -> List.of(line.substring(2).split(" \\| ")))
                .toList();
        assertThat(table.stream().map(row -> row.get(0)))
                .containsExactlyInAnyOrderElementsOf(LiveAlgorithms.all(kind).stream()
                        .map(CatalogueEntry::id)
                        .map(id -> "`" + id + "`")
                        .toList());
        assertThat(table).allSatisfy(row -> {
            String algorithm = row.get(0).replace("`", "");
            assertThat(row.subList(2, 5))
                    .containsExactly(
                            figures(measured, algorithm, "light", "messagesPerEntry"),
                            figures(measured, algorithm, "saturated", "messagesPerEntry"),
                            figures(measured, algorithm, "light", "waitingTime"));
            assertThat(row.subList(5, 7)).contains(figures(measured, algorithm, "saturated", last));
        });
    }

    private String figures(List<List<String>> measured, String algorithm, String load, String metric) {
        int column = measured.get(0).indexOf(metric);
        return measured.stream()
                .filter(row -> row.get(0).equals(algorithm) && row.get(2).equals(load))
                .map(row -> twoDigits.format(Double.parseDouble(row.get(column))))
                .collect(Collectors.joining(" / "));
    }
}
