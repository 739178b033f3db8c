package org.peerlock.lab.bench;

import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.LamportMutex;
import org.peerlock.lab.check.Search;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.check.Workload;

/** A program that searches with our checker, and prints the output lines of TLC. */
final class OurSearch {

    /** A search is repeated for a while after the warm-up. */
    private static final int LEAST_ROUNDS = 3;

    private static final long LEAST_NANOS = 20_000_000_000L;

    private OurSearch() {}

    /**
     * Searches Lamport's mutex once, given its processes and clock; or an algorithm, given its
     * {@link Subject}.
     */
    public static void main(String... arguments) {
        if (arguments.length == 2) {
            lamportMutex(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
            return;
        }
        Subject subject = Subject.of(arguments);
        long begin = System.nanoTime();
        for (int round = 0; round < LEAST_ROUNDS || System.nanoTime() - begin < LEAST_NANOS; round++) {
            algorithm(subject, Catalogue.find(subject.id()).orElseThrow());
        }
    }

    private static void lamportMutex(int processes, int maxClock) {
        System.out.println(Measured.STARTED);
        LamportMutex model = new LamportMutex(processes, maxClock);
        Search.Result<?> result = Search.run(model, SearchOptions.upTo(Long.MAX_VALUE));
        tell(result.states(), result.transitions() + model.initial().size(), result.depth());
    }

    private static <S extends Record, M> void algorithm(Subject subject, CatalogueEntry<S, M> entry) {
        System.out.println(Measured.STARTED);
        Check<S, M> check = new Check<>(
                entry,
                GroupConfig.mutex(subject.nodes()),
                Network.UNORDERED,
                Start.fresh(),
                Workload.of(Capacity.mutex(), subject.entries()),
                entry.profile().assumptions().claimedOn(Network.UNORDERED));
        CheckReport<M> checkReport =
                check.run(SearchOptions.upTo(Long.MAX_VALUE).by(subject.threads()));
        if (!checkReport.complete()) {
            throw new IllegalStateException(subject + " violates what it claims");
        }
        tell(checkReport.states(), checkReport.transitions() + 1, checkReport.depth());
    }

    private static void tell(long distinct, long generated, int steps) {
        System.out.println(Measured.ENDED);
        System.out.printf("%d states generated, %d distinct states found%n", generated, distinct);
        System.out.printf("The depth of the complete state graph search is %d%n", steps + 1);
    }
}
