package org.peerlock.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.bench.harness.Load;
import org.peerlock.brain.LiveAlgorithms;

/** Every algorithm among more and more processes, with cohorts of one: what the choice of the default one rests on. */
final class Growth {

    private static final List<Integer> PROCESSES = List.of(3, 5, 9);

    /**
     * @param contended all want one lock
     * @param names all want some of a thousand
     */
    private record Line(String algorithm, int processes, Row contended, Row names) {}

    private final Sitting sitting;
    private final Path log;
    private final Trial warmUp;
    private final Trial trial;
    private final Consumer<String> progress;
    private final List<Line> lines = new ArrayList<>();

    Growth(Sitting sitting, Path directory, int speed, Consumer<String> progress) {
        this.sitting = sitting;
        this.progress = progress;
        log = directory.resolve("workers.log");
        warmUp = new Trial(directory, 0, 10_000 / speed);
        trial = new Trial(directory, 500 / speed, 1_000 / speed);
    }

    void run() throws IOException {
        progress.accept("every algorithm among 3, 5 and 9 processes: nine processes start");
        int most = Collections.max(PROCESSES);
        try (Crew crew = new Crew(Make.PEERLOCK, most, log)) {
            crew.tell(most, "open", sitting.cluster());
            warmUp.measure(crew, most, Load.exclusive(4, 1000));
            crew.tell(most, "close", Map.of());
            for (int processes : PROCESSES) {
                for (Entry<?, ?> algorithm : LiveAlgorithms.all(Capacity.Kind.MUTEX)) {
                    lines.add(measure(crew, algorithm.id(), processes));
                }
            }
        } catch (Crew.UnsupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private Line measure(Crew crew, String algorithm, int processes) throws IOException, Crew.UnsupportedException {
        progress.accept(algorithm + " among " + processes);
        Map<String, String> options = sitting.cluster();
        options.put("algorithm", algorithm);
        options.put("cohort", "1");
        options.put("lease", "2"); // they join sooner
        crew.tell(processes, "open", options);
        Row names = trial.measure(crew, processes, Load.exclusive(4, 1000));
        Row contended = trial.measure(crew, processes, Load.exclusive(1, 1));
        crew.tell(processes, "close", Map.of());
        return new Line(algorithm, processes, contended, names);
    }

    List<String> table() {
        MarkdownTable table = new MarkdownTable(
                "Algorithm",
                "processes",
                "W2 acquisitions/s",
                "hand-offs/s",
                "messages per hand-off",
                "Jain",
                "p99 µs",
                "W4 acquisitions/s",
                "messages per hand-off",
                "p99 µs");
        for (Line line : lines) {
            table.add(
                    line.algorithm,
                    Integer.toString(line.processes),
                    Figures.number(line.contended.perSecond()),
                    Figures.number(line.contended.handOffsPerSecond()),
                    Figures.number(line.contended.messagesEachHandOff()),
                    Figures.jain(line.contended.jain()),
                    Figures.number(line.contended.micros(99)),
                    Figures.number(line.names.perSecond()),
                    Figures.number(line.names.messagesEachHandOff()),
                    Figures.number(line.names.micros(99)));
        }
        return table.lines();
    }
}
