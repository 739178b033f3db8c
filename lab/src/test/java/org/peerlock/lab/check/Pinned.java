package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.lab.world.Likeness;

/**
 * An algorithm does in small systems what its file below {@code pinned/} says: nothing wrong, in so many states and steps, with
 * so many messages of these types, and with so many of each answer of who is inside to whether another waits. Whatever changes
 * one of these numbers shows; docs/MUTANTS.md says what does not. {@code -Dpinned.rewrite} accepts what happens instead.
 */
abstract class Pinned {

    static final Path FOLDER = Path.of("src/test/resources/pinned");

    /** What has more states is searched no further. */
    private static final long LIMIT = 2_000;

    private final String id;

    Pinned(String id) {
        this.id = id;
    }

    @Test
    void itDoesInSmallSystemsWhatItDid() throws IOException {
        Path file = FOLDER.resolve(id + ".txt");
        Stream<? extends Check<?, ?>> systems =
                PinnedSystems.of(Catalogue.find(id).orElseThrow()).stream();
        if (System.getProperty("pinned.rewrite") != null) {
            Files.write(file, systems.map(Pinned::line).toList());
            return;
        }
        List<String> pinned = Files.readAllLines(file);
        List<String> found = new ArrayList<>();
        for (Iterator<? extends Check<?, ?>> system = systems.iterator(); system.hasNext(); ) {
            found.add(line(system.next()));
            assertThat(pinned).startsWith(found.toArray(String[]::new)); // at once: the rest may take long
        }
        assertThat(found).isEqualTo(pinned);
    }

    private static String line(Check<?, ?> system) {
        Report<?> report = system.run(Effort.upTo(LIMIT));
        assertThat(report.counterexample()).as(PinnedSystems.name(system)).isEmpty();
        return String.format(
                Locale.ROOT,
                "%s: %s, %d states, %d transitions, messages %s of %s, wanted %s",
                PinnedSystems.name(system),
                report.verdict(),
                report.states(),
                report.transitions(),
                report.sent().map(sent -> sent.least() + " to " + sent.most()).orElse("any"),
                report.messages(),
                wanted(system));
    }

    private static <S extends Record, M> String wanted(Check<S, M> system) {
        LockModel<S, M> model = new LockModel<>(system.rules(), system.workload(), Set.of(), Likeness.equality());
        WantedCount<S, M> count = new WantedCount<>(model);
        Search.run(count, Effort.upTo(LIMIT));
        return count.answers().toString();
    }
}
