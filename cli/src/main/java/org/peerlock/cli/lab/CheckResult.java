package org.peerlock.cli.lab;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.Counterexample;
import org.peerlock.lab.check.SearchOptions;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.world.Churn;

/**
 * A check and what came of it.
 *
 * @param plain what a search without symmetry says, if there was one with it
 * @param counterexample a shortest way to what is wrong, told to a reader
 */
record CheckResult<S extends Record, M>(
        CheckTarget<S, M> target,
        Check<S, M> check,
        int threads,
        CheckReport<M> report,
        Optional<CheckReport<M>> plain,
        Optional<Counterexample<M>> counterexample,
        double seconds) {

    private static final long PLAIN_LIMIT = 1_000_000;

    static <S extends Record, M> CheckResult<S, M> run(
            CheckTarget<S, M> checkTarget, Check<S, M> check, SearchOptions searchOptions) {
        long begin = System.nanoTime();
        CheckReport<M> checkReport = check.run(searchOptions);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Optional<Counterexample<M>> wrong = checkReport
                .counterexample()
                .map(found ->
                        found.simplified(check.systemConfig(), check.workload().maxOvertakes()));
        return new CheckResult<>(
                checkTarget,
                check,
                searchOptions.threads(),
                checkReport,
                plain(check, searchOptions, checkReport),
                wrong,
                seconds);
    }

    private static <S extends Record, M> Optional<CheckReport<M>> plain(
            Check<S, M> check, SearchOptions searchOptions, CheckReport<M> reduced) {
        if (!searchOptions.symmetry()) {
            return Optional.empty();
        }
        CheckReport<M> plain =
                check.run(new SearchOptions(searchOptions.threads(), PLAIN_LIMIT, false, searchOptions.progress()));
        boolean differ = (plain.complete() && reduced.counterexample().isPresent())
                || (reduced.complete() && plain.counterexample().isPresent());
        if (differ) {
            throw new IllegalStateException("with symmetry the search says " + reduced.verdict() + ", without it "
                    + plain.verdict() + ": this is a defect of the checker");
        }
        return Optional.of(plain);
    }

    /** How many states of the plain search one state stands for on average, if both were complete. */
    Optional<Double> gain() {
        return plain.filter(other -> other.complete() && report.complete())
                .map(other -> (double) other.states() / report.states());
    }

    int exitCode() {
        return switch (report.verdict()) {
            case HOLDS -> Exit.OK;
            case VIOLATED -> Exit.DOES_NOT_HOLD;
            case INCOMPLETE -> Exit.INCOMPLETE;
        };
    }

    /** What the algorithm claims there: nothing where messages may be lost or doubled, or nodes crash unheard. */
    Set<Property> claimed() {
        Churn churn = check.workload().churn();
        boolean membership = check.systemConfig().nodes().get(0) instanceof MembershipAlgorithm;
        boolean faulty = churn.losses() > 0
                || churn.duplications() > 0
                || churn.suspicions() > 0
                || (churn.crashes() > 0 && !membership);
        return faulty ? Set.of() : check.systemConfig().assumptions().claimedOn(check.network());
    }

    /** What the story violates, of all that was checked. */
    Set<Property> violated() {
        Set<Property> violated = EnumSet.noneOf(Property.class);
        counterexample.ifPresent(found -> violated.add(found.violation().property()));
        story().ifPresent(scenarioRun -> scenarioRun.steps().stream()
                .flatMap(recordedStep -> recordedStep.violations().stream())
                .forEach(violation -> violated.add(violation.property())));
        violated.retainAll(check.properties());
        return violated;
    }

    /** Why a property was not checked; nothing if it was. */
    Optional<String> unchecked(Property property) {
        if (property == Property.FENCE && unlimited()) {
            return Optional.of("fences grow without end");
        }
        if (property == Property.NO_STARVATION && plain.isPresent()) {
            return Optional.of("with --symmetry one cannot tell who starves");
        }
        if (!check.properties().contains(property)) {
            return Optional.of(
                    claimed().contains(property) || claimed().isEmpty()
                            ? "not asked for"
                            : "not claimed on this network");
        }
        return Optional.empty();
    }

    boolean unlimited() {
        return check.workload().requests() == Workload.UNLIMITED;
    }

    double statesPerSecond() {
        return report.states() / seconds;
    }

    double bytesPerState() {
        return (double) report.bytes() / report.states();
    }

    /** The chance, at most, that two states had the same fingerprint of 64 bits, and one of them was taken for the other. */
    double collisionChance() {
        return Math.scalb((double) report.states() * report.states(), -65);
    }

    SortedSet<String> neverSent() {
        SortedSet<String> never = new TreeSet<>(check.messageTypes());
        never.removeAll(report.messages());
        return never;
    }

    NodeSet neverEntered() {
        return NodeSet.all(check.config().nodes()).minus(report.entered());
    }

    /** What is wrong as a scenario that replays it. */
    Optional<String> scenario() {
        return counterexample.map(found -> found.scenario(
                target.id(),
                target.exhibit().isPresent(),
                target.entry(),
                check.config(),
                check.systemConfig(),
                check.workload().maxOvertakes()));
    }

    /** The same as a story. */
    Optional<ScenarioRun> story() {
        return scenario().map(text -> Scenario.parse(text).run(target.entry()));
    }
}
