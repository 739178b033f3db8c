package org.peerlock.lab.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.Network;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.simulate.ArrivalPattern;
import org.peerlock.lab.simulate.Delays;
import org.peerlock.lab.simulate.Distribution;
import org.peerlock.lab.simulate.Experiment;
import org.peerlock.lab.simulate.Measurements;

class HomeMadeLockTest {

    private static final Set<Property> CLAIMED =
            HomeMadeLock.PROFILE.assumptions().claimedOn(Network.UNORDERED);

    static Measurements run(String timeout, long seed) {
        Experiment.Conditions conditions = new Experiment.Conditions(
                Network.UNORDERED,
                Delays.parse("exponential:1"), // messages overtake each other all the time
                ArrivalPattern.parse("think:5"), // the mean time from a release to the next request
                Distribution.parse("exponential:10"), // the time inside: the other two must queue
                0, // a mutex has no readers
                Optional.of(Distribution.parse(timeout)));
        return new Experiment<>(HomeMadeLock.ENTRY, GroupConfig.mutex(3), conditions, new Experiment.Plan(1, 0, seed))
                .settle(200, CLAIMED)
                .run();
    }

    @Test
    void tenThousandRandomRunsFindNothing() {
        long entries = 0;
        long cancelled = 0;
        for (long seed = 1; seed <= 10_000; seed++) {
            Measurements run = run("uniform:20,60", seed);
            assertThat(run.violation()).as("seed %d", seed).isEmpty();
            entries += run.entries();
            cancelled += run.withdrawn();
        }
        assertThat(entries).isGreaterThan(150_000);
        assertThat(cancelled).isGreaterThan(15_000);
    }

    @Test
    void theSearchFindsTheDefect() {
        Check<?, ?> check = Check.of(HomeMadeLock.ENTRY).entries(2).cancels(1);

        assertThatThrownBy(check::verify).hasMessageStartingWith("exclusion: inside together: 1 2");
    }

    @Test
    void theMendedLockHolds() {
        CheckReport<?> two =
                Check.of(MendedLock.ENTRY).nodes(2).entries(2).cancels(2).verify();
        CheckReport<?> three = Check.of(MendedLock.ENTRY)
                .nodes(3)
                .entries(1)
                .on(Network.UNORDERED)
                .cancels(1)
                .verify();

        assertThat(two.states()).isEqualTo(4_403);
        assertThat(three.states()).isEqualTo(22_761);
    }

    @Test
    void theMendedLockHoldsIfANodeIsAlreadyInside() {
        Start start = new Start(1, 7, List.of(new Start.Inside(2, Request.exclusive(1))));
        Workload workload = Workload.of(Capacity.mutex(), 1).withCancels(1);
        new Check<>(MendedLock.ENTRY, GroupConfig.mutex(2), Network.UNORDERED, start, workload, CLAIMED).verify();
    }

    private static Optional<Property> violatedIn(CatalogueEntry<?, ?> entry) {
        return Scenario.parse("""
                algorithm home-made
                nodes 2
                network unordered

                request 2
                request 1
                deliver 2 -> 1 ASK(1)
                cancel 1 #1
                request 1
                deliver 1 -> 2 YES(1)
                deliver 1 -> 2 ASK(2)
                deliver 1 -> 2 ASK(1)
                settle
                """).run(entry).violation().map(violation -> violation.property());
    }

    @Test
    void aYesToACancelledRequestIsNoAnswerToAnother() {
        assertThat(violatedIn(HomeMadeLock.ENTRY)).contains(Property.EXCLUSION);
        assertThat(violatedIn(MendedLock.ENTRY)).isEmpty();
    }
}
