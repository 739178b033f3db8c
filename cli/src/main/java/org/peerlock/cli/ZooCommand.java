package org.peerlock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.Effort;
import org.peerlock.lab.scenario.Story;
import org.peerlock.lab.zoo.Exhibit;
import org.peerlock.lab.zoo.Exhibit.Demonstration;
import org.peerlock.lab.zoo.Zoo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab zoo}. */
@Command(
        name = "zoo",
        description = {
            "Check every broken algorithm, and those that claim less than they seem to; all must be caught.",
            "Each is searched in the system in which its defect shows; 'peerlock lab check zoo/ID' tells the story."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all were caught", "1:one escaped", "64:the command was not understood"})
final class ZooCommand implements Callable<Integer> {

    /** Many times what any of them needs. */
    private static final long LIMIT = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    /**
     * What must be caught.
     *
     * @param source where its defect comes from
     * @param breaks what must be found wrong
     * @param scenario a file that tells the story
     */
    record Inmate<S extends Record, M>(
            Specimen<S, M> specimen, String source, Demonstration shown, Property breaks, String scenario) {

        private static <S extends Record, M> Inmate<S, M> of(Exhibit<S, M> exhibit) {
            return new Inmate<>(
                    Specimen.of(exhibit),
                    exhibit.source(),
                    exhibit.demonstration(),
                    exhibit.breaks(),
                    "scenarios/zoo/" + exhibit.id() + ".scenario");
        }

        private static <S extends Record, M> Inmate<S, M> of(
                Entry<S, M> entry, String source, Network network, Property breaks, String scenario) {
            return new Inmate<>(
                    new Specimen<>(entry.id(), entry, Optional.empty()),
                    source,
                    new Demonstration(Setting.mutex(2), network, 1, 0),
                    breaks,
                    "scenarios/" + entry.id() + "/" + scenario + ".scenario");
        }

        Caught<S, M> search(Effort effort) {
            Check<S, M> check = Check.of(specimen.entry(), shown, EnumSet.of(breaks));
            return new Caught<>(this, Checked.run(specimen, check, effort));
        }
    }

    /** What came of the search. */
    private record Caught<S extends Record, M>(Inmate<S, M> inmate, Checked<S, M> checked) {

        /** Whether it was found wrong, and the story goes wrong again when it is told. */
        boolean isCaught() {
            return checked.story().filter(Story::asExpected).isPresent();
        }

        String verdict() {
            return isCaught() ? "caught" : "escaped";
        }

        /** What is broken, or where it does not belong. */
        String broken() {
            Entry<S, M> entry = inmate.specimen().entry();
            if (inmate.specimen().exhibit().isPresent()) {
                return entry.id();
            }
            boolean borne = entry.profile()
                    .assumptions()
                    .claims()
                    .containsKey(inmate.shown().network());
            boolean bears = !entry.profile().assumptions().claims().isEmpty();
            return bears && !borne ? "by " + CheckedText.order(checked.check()) + " links" : "as it is";
        }

        private @Nullable Integer steps() {
            return checked.wrong().map(found -> found.steps().size()).orElse(null);
        }
    }

    /** The exhibits, and then what claims nothing or less there. */
    static List<Inmate<?, ?>> inmates() {
        List<Inmate<?, ?>> all = new ArrayList<>();
        for (Exhibit<?, ?> exhibit : Zoo.exhibits()) {
            all.add(Inmate.of(exhibit));
        }
        all.add(Inmate.of(
                algorithm("lamport"),
                "Dasgupta: \"Requires FIFO channels\", and here are none.",
                Network.UNORDERED,
                Property.EXCLUSION,
                "unordered"));
        all.add(Inmate.of(
                algorithm("maekawa-simple"),
                "Dasgupta's slides: \"Major problem: DEADLOCK possible\".",
                Network.FIFO,
                Property.PROGRESS,
                "deadlock"));
        all.add(Inmate.of(
                algorithm("last-entered-literal"),
                "Last Entered as printed: whoever hears nothing enters.",
                Network.FIFO,
                Property.EXCLUSION,
                "nobody-answers"));
        all.add(Inmate.of(
                algorithm("last-entered-charitable"),
                "Last Entered with two slips mended: whoever hears nothing still enters.",
                Network.FIFO,
                Property.EXCLUSION,
                "two-heirs"));
        return all;
    }

    private static Entry<?, ?> algorithm(String id) {
        return Catalogue.find(id).orElseThrow();
    }

    @Override
    public Integer call() {
        List<Caught<?, ?>> results = new ArrayList<>();
        List<Inmate<?, ?>> inmates = inmates();
        try (Progress progress =
                Progress.of("zoo", inmates.size(), spec.commandLine().getErr())) {
            for (Inmate<?, ?> inmate : inmates) {
                results.add(inmate.search(Effort.upTo(LIMIT)));
                progress.step();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(results.stream().map(ZooCommand::view).toList()));
        } else {
            print(results, out);
        }
        out.flush();
        return results.stream().allMatch(Caught::isCaught) ? Exit.OK : Exit.DOES_NOT_HOLD;
    }

    private static void print(List<Caught<?, ?>> results, PrintWriter out) {
        Table table = new Table("ID", "BROKEN", "VIOLATES", "VERDICT", "STEPS", "STATES", "SCENARIO");
        for (Caught<?, ?> result : results) {
            Integer steps = result.steps();
            table.add(
                    result.inmate().specimen().name(),
                    result.broken(),
                    result.inmate().breaks().toString(),
                    result.verdict(),
                    steps == null ? "-" : steps.toString(),
                    String.format(Locale.ROOT, "%,d", result.checked().report().states()),
                    result.inmate().scenario());
        }
        table.lines().forEach(out::println);
        long caught = results.stream().filter(Caught::isCaught).count();
        out.println(caught + " of " + results.size() + " caught");
    }

    private static Map<String, @Nullable Object> view(Caught<?, ?> result) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("id", result.inmate().specimen().name());
        view.put("broken", result.broken());
        view.put("source", result.inmate().source());
        view.put("expected", result.inmate().breaks().toString());
        view.put("verdict", result.verdict());
        view.put("traceLength", result.steps());
        view.put("distinctStates", result.checked().report().states());
        view.put("scenario", result.inmate().scenario());
        view.put("check", CheckedText.json(result.checked()));
        return view;
    }
}
