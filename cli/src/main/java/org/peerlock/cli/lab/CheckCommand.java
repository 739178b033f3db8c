package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Property;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.check.TestSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peerlock lab check}. */
@Command(
        name = "check",
        description = {
            "Model-check an algorithm: search all behaviours of a small system, and say whether the claimed properties hold.",
            "",
            "A violation is shown as a counterexample with as few steps as possible. States are stored as 64-bit"
                    + " fingerprints; the output gives the probability that two states were confused. The result does not depend on"
                    + " --threads."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all checked properties hold",
            "1:a property is violated",
            "2:the search reached its limit, memory ran out, or steps could not be followed",
            "64:the command line is wrong"
        })
final class CheckCommand implements Callable<Integer> {

    private static final String JAVA = ".java";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "ALGORITHM",
            description = {
                "'peerlock lab algorithms' lists them. Or zoo/ID, a broken variant: its other options are then by default those of"
                        + " the system that shows its defect, and only the property that it breaks is checked."
            })
    private String algorithm;

    @Mixin
    private final SystemOptions system = new SystemOptions();

    @Option(
            names = "--limit",
            paramLabel = "STATES",
            defaultValue = "100000000",
            description = "Stop when there are more states than this (${DEFAULT-VALUE}).")
    private long limit;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "The number of threads; default: one for each processor.")
    private int threads = SearchOptions.processors();

    @Option(
            names = "--symmetry",
            description = {
                "Symmetry reduction: treat states as equal that differ only in the names of nodes. Only for"
                        + " naimi-trehel, suzuki-kasami and token-ring, where names make no difference. Then"
                        + " no-starvation is not checked.",
                "Up to a million states are also searched without it: both results must agree, and the gain is shown."
            })
    private boolean symmetry;

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description = "Write the counterexample as a scenario that 'peerlock lab scenario' replays.")
    private @Nullable Path scenario;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the counterexample as a JUnit test in Java. The class has the name of the file.")
    private @Nullable Path junit;

    @Mixin
    private final TraceOptions traces = new TraceOptions();

    @Override
    public Integer call() {
        if (limit < 1 || threads < 1 || threads > SearchOptions.MAX_THREADS) {
            throw new CommandException(
                    Exit.USAGE, "--limit must be at least 1, and --threads from 1 to " + SearchOptions.MAX_THREADS);
        }
        TraceOptions.requireWritable(scenario);
        TraceOptions.requireWritable(junit);
        traces.requireWritable();
        if (junit != null) {
            testName(junit);
        }
        return check(CheckTarget.named(algorithm));
    }

    private <S extends Record, M> int check(CheckTarget<S, M> checkTarget) {
        Check<S, M> check;
        try {
            check = symmetry ? system.check(checkTarget).without(Property.NO_STARVATION) : system.check(checkTarget);
            check.validate(symmetry);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            TextFit.wrap(CheckResultText.title(checkTarget, check), TextFit.TERMINAL_WIDTH)
                    .forEach(out::println);
            out.flush();
        }
        CheckResult<S, M> checkResult = search(checkTarget, check);
        if (json) {
            out.println(Json.of(CheckResultText.json(checkResult)));
        } else {
            CheckResultText.lines(checkResult, TextFit.TERMINAL_WIDTH).forEach(out::println);
        }
        out.flush();
        write(checkResult);
        return checkResult.exitCode();
    }

    private <S extends Record, M> CheckResult<S, M> search(CheckTarget<S, M> checkTarget, Check<S, M> check) {
        try (SearchProgress progress =
                new SearchProgress(checkTarget.name(), spec.commandLine().getErr())) {
            return CheckResult.run(checkTarget, check, new SearchOptions(threads, limit, symmetry, progress));
        } catch (OutOfMemoryError e) {
            throw outOfMemory();
        } catch (IllegalStateException e) {
            throw e.getCause() instanceof OutOfMemoryError ? outOfMemory() : e;
        }
    }

    private static CommandException outOfMemory() {
        return new CommandException(
                Exit.INCOMPLETE,
                "incomplete: out of memory; check a smaller system, or allow more memory, such as JAVA_TOOL_OPTIONS=-Xmx32g");
    }

    /** Writes the requested files. Without a violation there is nothing to write. */
    private void write(CheckResult<?, ?> checkResult) {
        Optional<String> text = checkResult.scenario();
        if (text.isEmpty()) {
            if (scenario != null || junit != null || traces.wanted()) {
                spec.commandLine().getErr().println("peerlock: nothing is violated, so no file is written");
            }
            return;
        }
        if (scenario != null) {
            TraceOptions.write(scenario, text.get());
        }
        if (junit != null) {
            TraceOptions.write(junit, test(text.get(), testName(junit)));
        }
        if (traces.wanted()) {
            traces.write(checkResult.story().orElseThrow().trace(), "check a smaller system");
        }
    }

    /** The name of the class in a Java file; empty if the file is not one. */
    private static Optional<String> testName(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.endsWith(JAVA)) {
            return Optional.empty();
        }
        String stem = name.substring(0, name.length() - JAVA.length());
        if (!SourceVersion.isName(stem) || stem.contains(".")) {
            throw new CommandException(
                    Exit.USAGE,
                    "--junit: '" + stem + "' cannot be the name of a class; choose a file such as LockTest.java");
        }
        return Optional.of(stem);
    }

    private static String test(String text, Optional<String> name) {
        try {
            return name.map(given -> TestSource.of(text, given))
                    .orElseGet(() -> TestSource.of(text))
                    .text();
        } catch (IllegalArgumentException e) {
            throw new CommandException(
                    Exit.USAGE,
                    "--junit: a test of one run cannot show this violation, because it depends on all possible continuations");
        }
    }
}
