package org.peerlock.cli.lab;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.lab.trace.SequenceDiagram;
import org.peerlock.lab.trace.ShiViz;
import org.peerlock.lab.trace.SpaceTimeDiagram;
import org.peerlock.lab.trace.Trace;
import picocli.CommandLine.Option;

/** The options that write a trace to files. */
final class TraceOptions {

    /** A diagram with more events is not readable, and most viewers cannot show it. */
    static final int MOST_DRAWN = 2_000;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw the run as a space-time diagram.")
    private @Nullable Path svg;

    @Option(
            names = "--mermaid",
            paramLabel = "FILE",
            description = "Write the run as a Mermaid sequence diagram. A message is drawn when it arrives.")
    private @Nullable Path mermaid;

    @Option(
            names = "--plantuml",
            paramLabel = "FILE",
            description = "Write the run as a PlantUML sequence diagram. A message is drawn when it arrives.")
    private @Nullable Path plantuml;

    @Option(
            names = "--shiviz",
            paramLabel = "FILE",
            description = "Write the run as a log for ShiViz, with vector clocks.")
    private @Nullable Path shiviz;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write the run as JSON lines: a header, then one line for each event.")
    private @Nullable Path trace;

    /** Whether there is such an option. */
    boolean wanted() {
        return trace != null || shiviz != null || !pictures().isEmpty();
    }

    private Map<Path, Function<Trace, String>> pictures() {
        Map<Path, Function<Trace, String>> pictures = new LinkedHashMap<>();
        if (svg != null) {
            pictures.put(svg, SpaceTimeDiagram::svg);
        }
        if (mermaid != null) {
            pictures.put(mermaid, SequenceDiagram::mermaid);
        }
        if (plantuml != null) {
            pictures.put(plantuml, SequenceDiagram::plantUml);
        }
        return pictures;
    }

    /**
     * Writes the files.
     *
     * @param shorter a hint how to get a shorter trace
     */
    void write(Trace taken, String shorter) {
        writeLogs(taken);
        pictures().forEach((file, picture) -> {
            if (taken.events().size() > MOST_DRAWN) {
                throw new CommandException(
                        Exit.USAGE,
                        "cannot draw " + file + ": a diagram can have at most " + MOST_DRAWN + " events, but there are "
                                + taken.events().size() + "; " + shorter);
            }
            write(file, picture.apply(taken));
        });
    }

    /**
     * Writes the files; if the trace has more events than a diagram can have, the diagrams show its
     * beginning.
     *
     * @return what the diagrams do not show, if there are any
     */
    Optional<String> writeBeginning(Trace taken) {
        writeLogs(taken);
        int drawn = Math.min(taken.events().size(), MOST_DRAWN);
        Trace beginning = new Trace(
                taken.title(),
                taken.subtitle(),
                taken.unit(),
                taken.nodes(),
                taken.events().subList(0, drawn));
        pictures().forEach((file, picture) -> write(file, picture.apply(beginning)));
        if (drawn == taken.events().size() || pictures().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the diagram ends at time %.6g, after %d events; --from and --to choose what it shows",
                beginning.events().get(drawn - 1).time(),
                drawn));
    }

    /** How many events of a run are needed: enough to know that a diagram cannot have all. */
    long mostEvents() {
        return trace == null && shiviz == null ? MOST_DRAWN + 1 : Long.MAX_VALUE;
    }

    private void writeLogs(Trace taken) {
        if (trace != null) {
            write(trace, json(taken));
        }
        if (shiviz != null) {
            write(shiviz, ShiViz.log(taken));
        }
    }

    /** The first line of a trace. */
    private record Head(String title, String subtitle, Trace.Unit unit, int nodes) {}

    private static String json(Trace taken) {
        StringBuilder lines = new StringBuilder();
        lines.append(Json.line(new Head(taken.title(), taken.subtitle(), taken.unit(), taken.nodes())))
                .append('\n');
        taken.events().forEach(event -> lines.append(Json.line(event)).append('\n'));
        return lines.toString();
    }

    /** Fails early if one of the files cannot be written. */
    void requireWritable() {
        Stream.of(svg, mermaid, plantuml, shiviz, trace).forEach(TraceOptions::requireWritable);
    }

    /** The same for one file, if any. Does not change it. */
    static void requireWritable(@Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        Path changed = Files.exists(file) || folder == null ? file : folder;
        if (Files.isDirectory(file) || !Files.isWritable(changed)) {
            throw cannotWrite(file, new AccessDeniedException(file.toString()));
        }
    }

    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static CommandException cannotWrite(Path file, IOException failure) {
        return new CommandException(Exit.NO_FILE, "cannot write " + file + ": " + why(file, failure));
    }

    private static String why(Path file, IOException failure) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            return "it is a directory";
        } else if (folder != null && !Files.isDirectory(folder)) {
            return "there is no directory " + folder;
        } else if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason = failure instanceof FileSystemException refused ? refused.getReason() : failure.getMessage();
        return reason == null ? "the operating system gives no reason" : reason;
    }
}
