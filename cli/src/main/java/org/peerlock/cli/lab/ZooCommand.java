package org.peerlock.cli.lab;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TerminalProgress;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.scenario.ScenarioRun;
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
            "Check every broken variant, and algorithms outside their assumptions. All defects must be found.",
            "Each one is checked in the system that shows its defect; 'peerlock lab check zoo/ID' shows the counterexample."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all defects were found", "1:a defect was not found", "64:the command line is wrong"})
final class ZooCommand implements Callable<Integer> {

    /** Many times more than any of them needs. */
    private static final long LIMIT = 1_000_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    /**
     * A defect that must be found.
     *
     * @param source the origin of the defect
     * @param breaks the property that must be violated
     * @param scenario the file of a scenario that shows it
     */
    record ZooCase<S extends Record, M>(
            CheckTarget<S, M> target, String source, Demonstration shown, Property breaks, String scenario) {

        private static <S extends Record, M> ZooCase<S, M> of(Exhibit<S, M> exhibit) {
            return new ZooCase<>(
                    CheckTarget.of(exhibit),
                    exhibit.source(),
                    exhibit.demonstration(),
                    exhibit.breaks(),
                    "scenarios/zoo/" + exhibit.id() + ".scenario");
        }

        private static <S extends Record, M> ZooCase<S, M> of(
                CatalogueEntry<S, M> entry, String source, Demonstration shown, Property breaks, String scenario) {
            return new ZooCase<>(
                    new CheckTarget<>(entry.id(), entry, Optional.empty()),
                    source,
                    shown,
                    breaks,
                    "scenarios/" + entry.id() + "/" + scenario + ".scenario");
        }

        ZooResult<S, M> search(SearchOptions searchOptions) {
            Check<S, M> check = Check.of(target.entry(), shown, EnumSet.of(breaks));
            return new ZooResult<>(this, CheckResult.run(target, check, searchOptions));
        }
    }

    /** The result of the search. */
    private record ZooResult<S extends Record, M>(ZooCase<S, M> zooCase, CheckResult<S, M> result) {

        /** Whether the violation was found, and the scenario replays it. */
        boolean isCaught() {
            return result.story().filter(ScenarioRun::asExpected).isPresent();
        }

        String verdict() {
            return isCaught() ? "caught" : "escaped";
        }

        /** The defect, or the assumption that does not hold. */
        String broken() {
            CatalogueEntry<S, M> entry = zooCase.target().entry();
            if (zooCase.target().exhibit().isPresent()) {
                return entry.id();
            }
            boolean borne = entry.profile()
                    .assumptions()
                    .claims()
                    .containsKey(zooCase.shown().network());
            boolean bears = !entry.profile().assumptions().claims().isEmpty();
            return bears && !borne ? "by " + CheckResultText.order(result.check()) + " links" : "as it is";
        }

        private @Nullable Integer steps() {
            return result.counterexample().map(found -> found.steps().size()).orElse(null);
        }
    }

    /** The exhibits, and then algorithms in systems where they claim nothing, or less. */
    static List<ZooCase<?, ?>> cases() {
        List<ZooCase<?, ?>> all = new ArrayList<>();
        for (Exhibit<?, ?> exhibit : Zoo.exhibits()) {
            all.add(ZooCase.of(exhibit));
        }
        all.add(ZooCase.of(
                algorithm("lamport"),
                "Dasgupta: \"Requires FIFO channels\", and here are none.",
                pair(Network.UNORDERED),
                Property.EXCLUSION,
                "unordered"));
        all.add(ZooCase.of(
                algorithm("maekawa-simple"),
                "Dasgupta's slides: \"Major problem: DEADLOCK possible\".",
                pair(Network.FIFO),
                Property.PROGRESS,
                "deadlock"));
        all.add(ZooCase.of(
                algorithm("last-entered-literal"),
                "Last Entered as printed: nobody inside answers, so a process that asks later receives nothing, and enters.",
                inTime(2),
                Property.EXCLUSION,
                "nobody-answers"));
        all.add(ZooCase.of(
                algorithm("last-entered-charitable"),
                "Last Entered with two slips mended: a process that leaves takes a wish for an acknowledgement, and transfers"
                        + " the region twice.",
                inTime(3),
                Property.EXCLUSION,
                "two-heirs"));
        return all;
    }

    private static Demonstration pair(Network network) {
        return new Demonstration(GroupConfig.mutex(2), network, 1, 0);
    }

    /** No message is late, and nobody waits for a second quantum. */
    private static Demonstration inTime(int nodes) {
        GroupConfig config = new GroupConfig(nodes, Capacity.mutex(), new TreeMap<>(Map.of("time-limit", "0")));
        return new Demonstration(config, Network.FIFO, 1, 0).withTimelyTimers();
    }

    private static CatalogueEntry<?, ?> algorithm(String id) {
        return Catalogue.find(id).orElseThrow();
    }

    @Override
    public Integer call() {
        List<ZooResult<?, ?>> results = new ArrayList<>();
        List<ZooCase<?, ?>> inmates = cases();
        try (TerminalProgress terminalProgress =
                TerminalProgress.of("zoo", inmates.size(), spec.commandLine().getErr())) {
            for (ZooCase<?, ?> zooCase : inmates) {
                results.add(zooCase.search(SearchOptions.upTo(LIMIT)));
                terminalProgress.step();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(results.stream().map(ZooCommand::view).toList()));
        } else {
            print(results, out);
        }
        out.flush();
        return results.stream().allMatch(ZooResult::isCaught) ? Exit.OK : Exit.DOES_NOT_HOLD;
    }

    private static void print(List<ZooResult<?, ?>> results, PrintWriter out) {
        Table table = new Table("ID", "BROKEN", "VIOLATES", "VERDICT", "STEPS", "STATES", "SCENARIO");
        for (ZooResult<?, ?> result : results) {
            Integer steps = result.steps();
            table.add(
                    result.zooCase().target().name(),
                    result.broken(),
                    result.zooCase().breaks().toString(),
                    result.verdict(),
                    steps == null ? "-" : steps.toString(),
                    String.format(Locale.ROOT, "%,d", result.result().report().states()),
                    result.zooCase().scenario());
        }
        table.lines().forEach(out::println);
        long caught = results.stream().filter(ZooResult::isCaught).count();
        out.println(caught + " of " + results.size() + " caught");
    }

    private static Map<String, @Nullable Object> view(ZooResult<?, ?> result) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("id", result.zooCase().target().name());
        view.put("broken", result.broken());
        view.put("source", result.zooCase().source());
        view.put("expected", result.zooCase().breaks().toString());
        view.put("verdict", result.verdict());
        view.put("traceLength", result.steps());
        view.put("distinctStates", result.result().report().states());
        view.put("scenario", result.zooCase().scenario());
        view.put("check", CheckResultText.json(result.result()));
        return view;
    }
}
