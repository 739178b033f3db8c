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
 * The main class of a process under load. It is told what to do by lines on its standard input, {@code verb name=value …}, and answers
 * each with one line, {@code ok name=value …}, {@code unsupported reason} or {@code failed reason}; it ends with its input. What libraries print goes to
 * standard error.
 */
public final class Worker {

    private final Subject.Maker maker;
    private @Nullable Subject subject;
    private @Nullable LoadGenerator loadGenerator;

    private Worker(Subject.Maker maker) {
        this.maker = maker;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Object maker = Class.forName(arguments[0]).getConstructor().newInstance();
        new Worker((Subject.Maker) maker).serve(answers);
        System.exit(0); // some libraries leave threads behind
    }

    private void serve(PrintStream answers) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(answer(line));
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // standard error is where the one who started this process looks
    private String answer(String line) {
        int end = line.indexOf(' ');
        String verb = end < 0 ? line : line.substring(0, end);
        try {
            Map<String, String> options = Options.read(end < 0 ? "" : line.substring(end));
            return ("ok " + Options.write(obey(verb, options))).strip();
        } catch (UnsupportedOperationException e) {
            return "unsupported " + e.getMessage();
        } catch (Exception e) {
            e.printStackTrace();
            return "failed " + e.toString().lines().findFirst().orElse("");
        }
    }

    private Map<String, String> obey(String verb, Map<String, String> options) throws Exception {
        switch (verb) {
            case "open" -> {
                subject = maker.open(options);
                return Map.of();
            }
            case "prepare" -> {
                loadGenerator = prepare(options);
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
                        String.format(Locale.ROOT, "'%s' is none of open, prepare, run, close", verb));
        }
    }

    private LoadGenerator prepare(Map<String, String> options) throws Exception {
        LockWorkload lockWorkload = LockWorkload.of(options);
        String file = options.get("counters");
        return LoadGenerator.prepare(
                opened(), lockWorkload, file == null ? null : SharedCounters.open(Path.of(file), lockWorkload.names()));
    }

    private LoadResult run(Map<String, String> options) throws Exception {
        LoadGenerator prepared = loadGenerator;
        loadGenerator = null;
        if (prepared == null) {
            throw new IllegalStateException("nothing is prepared");
        }
        return prepared.run(LoadGenerator.Window.at(
                Long.parseLong(Options.text(options, "start")),
                Options.number(options, "warm"),
                Options.number(options, "measure")));
    }

    private Subject opened() {
        Subject present = subject;
        if (present == null) {
            throw new IllegalStateException("nothing is open");
        }
        return present;
    }
}
