package org.peerlock.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The main class of a benchmark process. It reads commands from its standard input, one on each
 * line, {@code verb name=value …}, and replies to each with one line: {@code ok name=value …},
 * {@code unsupported reason} or {@code failed reason}. It exits at the end of its input. What
 * libraries print goes to standard error.
 */
public final class Worker {

    private final Subject.Factory factory;
    private @Nullable Subject subject;
    private @Nullable LoadGenerator prepared;

    private Worker(Subject.Factory factory) {
        this.factory = factory;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream replies = System.out;
        System.setOut(System.err);
        Object factory = Class.forName(arguments[0]).getConstructor().newInstance();
        new Worker((Subject.Factory) factory).serve(replies);
        System.exit(0); // some libraries leave threads behind
    }

    private void serve(PrintStream replies) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            replies.println(reply(line));
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // the parent process collects standard error
    private String reply(String line) {
        int end = line.indexOf(' ');
        String verb = end < 0 ? line : line.substring(0, end);
        try {
            Map<String, String> options = Options.read(end < 0 ? "" : line.substring(end));
            return ("ok " + Options.write(execute(verb, options))).strip();
        } catch (UnsupportedOperationException e) {
            return "unsupported " + e.getMessage();
        } catch (Exception e) {
            e.printStackTrace();
            return "failed " + e.toString().lines().findFirst().orElse("");
        }
    }

    private Map<String, String> execute(String verb, Map<String, String> options) throws Exception {
        switch (verb) {
            case "open" -> {
                subject = factory.open(options);
                return Map.of();
            }
            case "prepare" -> {
                prepared = prepare(options);
                return Map.of();
            }
            case "run" -> {
                return run(options).options();
            }
            case "close" -> {
                opened().close();
                subject = null;
                return Map.of();
            }
            default ->
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "unknown command '%s': expected open, prepare, run or close", verb));
        }
    }

    private LoadGenerator prepare(Map<String, String> options) throws Exception {
        LockWorkload workload = LockWorkload.of(options);
        String file = options.get("counters");
        return LoadGenerator.prepare(
                opened(), workload, file == null ? null : SharedCounters.open(Path.of(file), workload.locks()));
    }

    private LoadResult run(Map<String, String> options) throws Exception {
        LoadGenerator generator = prepared;
        prepared = null;
        if (generator == null) {
            throw new IllegalStateException("no workload is prepared");
        }
        return generator.run(LoadGenerator.Window.at(
                Long.parseLong(Options.text(options, "start-millis")),
                Options.number(options, "warm-up-millis"),
                Options.number(options, "measure-millis")));
    }

    private Subject opened() {
        Subject present = subject;
        if (present == null) {
            throw new IllegalStateException("no subject is open");
        }
        return present;
    }
}
