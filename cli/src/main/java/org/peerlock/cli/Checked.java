package org.peerlock.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.data.NodeSet;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.Counterexample;
import org.peerlock.lab.check.Effort;
import org.peerlock.lab.check.Report;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.Story;

/**
 * A check and what came of it.
 *
 * @param wrong a shortest way to what is wrong, told to a reader
 */
record Checked<S extends Record, M>(
        Specimen<S, M> specimen,
        Check<S, M> check,
        int threads,
        Report<M> report,
        Optional<Counterexample<M>> wrong,
        double seconds) {

    static <S extends Record, M> Checked<S, M> run(Specimen<S, M> specimen, Check<S, M> check, Effort effort) {
        long begin = System.nanoTime();
        Report<M> report = check.run(effort);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Optional<Counterexample<M>> wrong = report.counterexample()
                .map(found -> found.told(check.rules(), check.workload().patience()));
        return new Checked<>(specimen, check, effort.threads(), report, wrong, seconds);
    }

    /** How a check can end. */
    enum Verdict {
        HOLDS(Exit.OK),
        VIOLATED(Exit.DOES_NOT_HOLD),
        /** The limit was reached, and nothing wrong was found until then. */
        INCOMPLETE(Exit.INCOMPLETE);

        final int exitCode;

        Verdict(int exitCode) {
            this.exitCode = exitCode;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Verdict verdict() {
        if (wrong.isPresent()) {
            return Verdict.VIOLATED;
        }
        return report.complete() ? Verdict.HOLDS : Verdict.INCOMPLETE;
    }

    /** What the algorithm claims there: nothing where messages may be lost or doubled. */
    Set<Property> claimed() {
        boolean faulty = check.workload().churn().losses() > 0
                || check.workload().churn().duplications() > 0;
        return faulty ? Set.of() : check.rules().assumptions().claimedOn(check.network());
    }

    /** Why a property was not checked; nothing if it was. */
    Optional<String> unchecked(Property property) {
        if (!check.properties().contains(property)) {
            return Optional.of(
                    claimed().contains(property) || claimed().isEmpty()
                            ? "not asked for"
                            : "not claimed on this network");
        }
        boolean vacuous = property == Property.WITHDRAWAL && check.workload().cancels() == 0;
        return vacuous ? Optional.of("no request is given up; add --cancel") : Optional.empty();
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
        return NodeSet.all(check.setting().nodes()).minus(report.entered());
    }

    /** What is wrong as a scenario that replays it. */
    Optional<String> scenario() {
        return wrong.map(found -> found.scenario(
                specimen.id(),
                specimen.exhibit().isPresent(),
                specimen.entry(),
                check.setting(),
                check.rules(),
                check.workload().patience()));
    }

    /** The same as a story. */
    Optional<Story> story() {
        return scenario().map(text -> Scenario.parse(text).tell(specimen.entry()));
    }
}
