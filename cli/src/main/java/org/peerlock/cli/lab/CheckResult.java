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
 * A check and its result.
 *
 * @param plain the result without symmetry reduction, if there was one with it
 * @param counterexample a shortest run to the violation
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

    /** The reduction by symmetry: plain states for each reduced one, on average, if both searches were complete. */
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

    /** What the algorithm claims in this system: nothing if messages may be lost or duplicated, or nodes crash undetected. */
    Set<Property> claimed() {
        Churn churn = check.workload().churn();
        boolean membership = check.systemConfig().nodes().get(0) instanceof MembershipAlgorithm;
        boolean faulty = churn.losses() > 0
                || churn.duplications() > 0
                || churn.suspicions() > 0
                || (churn.crashes() > 0 && !membership);
        return faulty ? Set.of() : check.systemConfig().assumptions().claimedOn(check.network());
    }

    /** The checked property that the counterexample violates. */
    Set<Property> violated() {
        Set<Property> violated = EnumSet.noneOf(Property.class);
        counterexample.ifPresent(found -> violated.add(found.violation().property()));
        story().ifPresent(scenarioRun -> scenarioRun.steps().stream()
                .flatMap(recordedStep -> recordedStep.violations().stream())
                .forEach(violation -> violated.add(violation.property())));
        violated.retainAll(check.properties());
        return violated;
    }

    /** Why a property was not checked; empty if it was. */
    Optional<String> unchecked(Property property) {
        if (property == Property.FENCE && unlimited()) {
            return Optional.of("fences grow for ever");
        }
        if (property == Property.NO_STARVATION && plain.isPresent()) {
            return Optional.of("with --symmetry the starving node is not known");
        }
        if (!check.properties().contains(property)) {
            return Optional.of(
                    claimed().contains(property)
                                    || claimed().isEmpty()
                                    || !Property.usual().contains(property)
                            ? "not requested"
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

    /** An upper bound of the probability that two states had the same 64-bit fingerprint, and one of them was skipped. */
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

    /** The counterexample as a scenario that replays it. */
    Optional<String> scenario() {
        return counterexample.map(found -> found.scenario(
                target.id(),
                target.exhibit().isPresent(),
                target.entry(),
                check.config(),
                check.systemConfig(),
                check.workload().maxOvertakes()));
    }

    /** The counterexample as a run. */
    Optional<ScenarioRun> story() {
        return scenario().map(text -> Scenario.parse(text).run(target.entry()));
    }
}
