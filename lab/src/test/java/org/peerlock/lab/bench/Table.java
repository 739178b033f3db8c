package org.peerlock.lab.bench;

import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A table of measurements, printed row by row, with their ratio to the reference.
 */
final class Table {

    private static final String EXPLANATION = """
            TLC searches our own transcription of Lamport's mutex to TLA+. The other systems are the algorithms' own classes on an
            unordered network, judged by all that they claim. Distinct states per second on the wall, then per second of
            processor time, which other programs disturb less: the best search, the median, and the best by TLC's best.
            """;

    private final List<Measured> reference;

    Table(List<Measured> reference) {
        this.reference = reference;
    }

    void head() {
        System.out.print(EXPLANATION);
        System.out.printf(
                "%-38s%8s%12s%9s%12s%12s%7s%14s%12s%7s%n",
                "system",
                "threads",
                "states",
                "searches",
                "states/s",
                "median",
                "ratio",
                "states/cpu-s",
                "median",
                "ratio");
    }

    void row(String system, int threads, List<Measured> searches) {
        System.out.printf(
                "%-38s%8d%,12d%9d%,12.0f%,12.0f%7.1f%,14.0f%,12.0f%7.1f%n",
                system,
                threads,
                searches.get(0).counts().distinct(),
                searches.size(),
                best(searches, Measured::perSecond),
                median(searches, Measured::perSecond),
                best(searches, Measured::perSecond) / best(reference, Measured::perSecond),
                best(searches, Measured::perProcessorSecond),
                median(searches, Measured::perProcessorSecond),
                best(searches, Measured::perProcessorSecond) / best(reference, Measured::perProcessorSecond));
    }

    private static double best(List<Measured> searches, ToDoubleFunction<Measured> speed) {
        return Collections.max(sorted(searches, speed));
    }

    private static double median(List<Measured> searches, ToDoubleFunction<Measured> speed) {
        return sorted(searches, speed).get(searches.size() / 2);
    }

    private static List<Double> sorted(List<Measured> searches, ToDoubleFunction<Measured> speed) {
        return searches.stream().mapToDouble(speed).sorted().boxed().toList();
    }
}
