package org.peerlock.cli.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.catalogue.SpellingSuggestion;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioException;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.trace.RecordedStep;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Event;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock lab scenario}. */
@Command(
        name = "scenario",
        description = {
            "Run a scenario, show it with one column for each node, and compare it with the expected output in its file,"
                    + " if there is any. Then the exit code is 0 only if both are equal."
        },
        footerHeading =
                "%nA file has a header and commands, and, after a line ----, the expected output if you want it compared:%n",
        footer = {
            "  title TEXT              the caption of pictures; default: the algorithm",
            "  algorithm ID            'peerlock lab algorithms' lists them",
            "  exhibit ID              instead: a broken variant, as in scenarios/zoo",
            "  nodes N                 the number of nodes, numbered from 1",
            "  network fifo|unordered  default: the weakest that the algorithm tolerates",
            "  lock mutex|read-write|semaphore K",
            "  option NAME VALUE       an option of the algorithm",
            "  home NODE               where the token is at the start",
            "  fence F                 the greatest fence so far",
            "  inside NODE [shared] [permits P]",
            "                          inside at the start",
            "  overtakes N             how often a waiting request may be overtaken",
            "  violates PROPERTY [after PROPERTY]",
            "                          the expected violation at the end, and before that:",
            "                          exclusion, progress, no-starvation, fence, withdrawal",
            "                          or expectation",
            "",
            "  request NODE [shared] [permits P] [increment I]",
            "  cancel NODE [#REQUEST]",
            "  release NODE [#REQUEST] [fence LAST]",
            "  deliver FROM -> TO [MESSAGE]",
            "                          the oldest message whose text begins so",
            "  drop, duplicate         in the same way",
            "  crash NODE",
            "  join NODE via NODE      only with ra-membership",
            "  leave NODE",
            "  fail NODE at NODE       the second node suspects the first",
            "  expire NODE [TIMER]",
            "  settle                  deliver until no message is under way",
            "  state [NODE]            show the state of a node",
            "  diagram                 show the states of the nodes, step by step",
            "  # comment               is shown in the output",
            "",
            "In the output: . idle   ? waiting   # inside   = inside with others",
            "               ~ cancelled, not yet withdrawn   x crashed",
            "               - not a member   + not yet a member",
            "               <- 2 REQUEST(1)   received from node 2",
            "               -> 1 3 REPLY^7    sent to nodes 1 and 3, with fence 7"
        })
final class ScenarioCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1", description = "The file of the scenario.")
    private Path file;

    @Option(names = "--rewrite", description = "Write the actual output into the file as the expected one.")
    private boolean rewrite;

    @Option(names = "--json", description = "Print the steps and the verdict as JSON.")
    private boolean json;

    @Mixin
    private final TraceOptions traces = new TraceOptions();

    @Override
    public Integer call() {
        String text = read();
        ScenarioRun scenarioRun = tell(text);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(view(scenarioRun)));
        } else {
            scenarioRun.output().forEach(out::println);
        }
        out.flush();
        if (traces.wanted()) {
            traces.write(scenarioRun.trace(), "use a shorter scenario");
        }
        if (scenarioRun.surprise().isPresent()) {
            throw new CommandException(
                    Exit.DOES_NOT_HOLD, file + ": " + scenarioRun.surprise().get());
        }
        if (rewrite) {
            write(Scenario.rewritten(text, scenarioRun.output()));
        } else if (scenarioRun.difference().isPresent()) {
            throw new CommandException(
                    Exit.DOES_NOT_HOLD,
                    file + ": " + scenarioRun.difference().get()
                            + "\nIf the output above is right, accept it with --rewrite.");
        }
        return Exit.OK;
    }

    private ScenarioRun tell(String text) {
        try {
            return Scenario.parse(text).run();
        } catch (ScenarioException e) {
            e.output().forEach(spec.commandLine().getOut()::println);
            spec.commandLine().getOut().flush();
            throw new CommandException(Exit.BAD_DATA, file + ", " + e.getMessage());
        }
    }

    private String read() {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new CommandException(Exit.BAD_DATA, file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new CommandException(Exit.NO_FILE, "cannot read " + file + ": " + why(e));
        }
    }

    /** Replaces the file atomically. */
    private void write(String text) {
        try {
            Path old = file.toRealPath();
            if (!Files.isWritable(old)) {
                throw new AccessDeniedException(old.toString());
            }
            Path fresh = old.resolveSibling(old.getFileName() + ".rewritten");
            try {
                Files.writeString(fresh, text);
                Files.move(fresh, old, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw new CommandException(Exit.NO_FILE, "cannot write " + file + ": " + why(e));
        }
    }

    private String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        } else if (Files.isDirectory(file)) {
            return "it is a directory";
        } else if (!Files.exists(file)) {
            return "there is no such file" + similarFiles();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /** A question after the first part of the path that does not exist, if it resembles another one. */
    private String similarFiles() {
        Path missing = file.toAbsolutePath().normalize();
        Path folder = missing.getParent();
        while (folder != null && !Files.exists(folder)) {
            missing = folder;
            folder = folder.getParent();
        }
        if (folder == null) {
            return "";
        }
        try (Stream<Path> there = Files.list(folder)) {
            List<String> names =
                    there.map(each -> each.getFileName().toString()).sorted().toList();
            return SpellingSuggestion.of(missing.getFileName().toString(), names);
        } catch (IOException e) {
            return ""; // a folder that cannot be read has no names to suggest
        }
    }

    /** A run in JSON output. */
    private record StoryJson(
            String algorithm,
            int nodes,
            String network,
            List<StepJson> steps,
            List<Integer> entered,
            int messages,
            Map<String, Integer> messagesByType,
            @Nullable String violates,
            @Nullable String violation,
            boolean asExpected) {}

    private record StepJson(String step, int node, List<Map<String, Object>> events, String marks) {}

    private static StoryJson view(ScenarioRun scenarioRun) {
        return new StoryJson(
                scenarioRun.scenario().header().algorithm(),
                scenarioRun.scenario().header().config().nodes(),
                scenarioRun.network().name().toLowerCase(Locale.ROOT),
                scenarioRun.steps().stream().map(ScenarioCommand::view).toList(),
                scenarioRun.tally().entered(),
                scenarioRun.tally().total(),
                scenarioRun.tally().messages(),
                scenarioRun
                        .violation()
                        .map(found -> found.property().toString())
                        .orElse(null),
                scenarioRun.violation().map(found -> found.sentence()).orElse(null),
                scenarioRun.asExpected());
    }

    private static StepJson view(RecordedStep<?> recordedStep) {
        StringBuilder marks = new StringBuilder();
        recordedStep.marks().forEach(mark -> marks.append(mark.sign()));
        List<Map<String, Object>> events = new ArrayList<>();
        for (Event<?> event : recordedStep.events()) {
            events.add(view(event));
        }
        return new StepJson(
                TextFormat.step(recordedStep.step()), recordedStep.step().node(), events, marks.toString());
    }

    private static Map<String, Object> view(Event<?> event) {
        if (event instanceof Event.Sent<?> sent) {
            return Map.of(
                    "event",
                    "sent",
                    "node",
                    sent.node(),
                    "to",
                    sent.to(),
                    "message",
                    TextFormat.message(sent.message()));
        } else if (event instanceof Event.Broadcast<?> sent) {
            return Map.of("event", "broadcast", "node", sent.node(), "message", TextFormat.message(sent.message()));
        } else if (event instanceof Event.Entered<?> entered) {
            return Map.of(
                    "event", "entered", "node", entered.node(), "request", entered.id(), "fence", entered.fence());
        } else if (event instanceof Event.Withdrawn<?> withdrawn) {
            return Map.of("event", "withdrawn", "node", withdrawn.node(), "request", withdrawn.id());
        } else if (event instanceof Event.TimerSet<?> set) {
            return Map.of(
                    "event",
                    "timerSet",
                    "node",
                    set.node(),
                    "timer",
                    set.timer().name());
        }
        Event.TimerCancelled<?> stopped = (Event.TimerCancelled<?>) event;
        return Map.of(
                "event",
                "timerCancelled",
                "node",
                stopped.node(),
                "timer",
                stopped.timer().name());
    }
}
