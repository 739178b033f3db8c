package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.lab.world.StateEquivalence;

/**
 * The behaviour of an algorithm in small systems, pinned in its file below {@code pinned/}: no
 * violation, the numbers of states and transitions, the message types and their numbers, and how
 * often each node inside gave each answer about contention. Every change of one of these numbers
 * shows; docs/MUTANTS.md lists changes that do not. {@code -Dpinned.rewrite} accepts the new
 * behaviour.
 */
abstract class Pinned {

    static final Path FOLDER = Path.of("src/test/resources/pinned");

    /** Larger systems are not searched completely. */
    private static final long LIMIT = 2_000;

    private final String id;

    Pinned(String id) {
        this.id = id;
    }

    @Test
    void itDoesInSmallSystemsWhatItDid() throws IOException {
        Path file = FOLDER.resolve(id + ".txt");
        List<? extends Check<?, ?>> systems =
                PinnedSystems.of(Catalogue.find(id).orElseThrow());
        if (System.getProperty("pinned.rewrite") != null) {
            Files.write(file, systems.stream().map(Pinned::line).toList());
        }
        List<String> pinned = Files.readAllLines(file);
        assertThat(pinned).hasSameSizeAs(systems);
        for (int i = 0; i < pinned.size(); i++) {
            assertThat(line(systems.get(i))).isEqualTo(pinned.get(i));
        }
    }

    private static <S extends Record, M> String line(Check<S, M> system) {
        CheckReport<M> checkReport = Explorer.explore(
                system.systemConfig(),
                system.workload(),
                system.properties(),
                StateEquivalence.equality(),
                SearchOptions.upTo(LIMIT));
        assertThat(checkReport.counterexample()).as(PinnedSystems.name(system)).isEmpty();
        return String.format(
                Locale.ROOT,
                "%s: %s, %d states, %d transitions, messages %s of %s, wanted %s",
                PinnedSystems.name(system),
                checkReport.verdict(),
                checkReport.states(),
                checkReport.transitions(),
                checkReport
                        .sent()
                        .map(sent -> sent.least() + " to " + sent.most())
                        .orElse("any"),
                checkReport.messages(),
                wanted(system));
    }

    private static <S extends Record, M> String wanted(Check<S, M> system) {
        LockModel<S, M> model =
                new LockModel<>(system.systemConfig(), system.workload(), Set.of(), StateEquivalence.equality());
        ContentionCount<S, M> count = new ContentionCount<>(model);
        Search.run(count, SearchOptions.upTo(LIMIT));
        return count.answers().toString();
    }
}
