package org.peerlock.lab.check;

import java.util.EnumSet;
import org.peerlock.algorithm.Start;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.zoo.Exhibit;

/** An exhibit in the system that demonstrates it. */
record Demonstrated<S extends Record, M>(Exhibit<S, M> exhibit, SystemConfig<S, M> systemConfig) {

    static <S extends Record, M> Demonstrated<S, M> of(Exhibit<S, M> exhibit) {
        Exhibit.Demonstration shown = exhibit.demonstration();
        return new Demonstrated<>(
                exhibit, SystemConfig.of(exhibit.entry(), shown.config(), shown.network(), Start.fresh()));
    }

    /** The counterexample that the explorer finds. */
    Counterexample<M> found() {
        return Check.of(exhibit.entry(), exhibit.demonstration(), EnumSet.of(exhibit.breaks()))
                .run(SearchOptions.upTo(1_000_000))
                .counterexample()
                .orElseThrow();
    }

    Counterexample<M> simplified(Counterexample<M> found) {
        return found.simplified(systemConfig, exhibit.demonstration().maxOvertakes());
    }

    Replay<S, M> replayed(Counterexample<M> replay) {
        return Replay.start(
                        systemConfig, exhibit.breaks(), exhibit.demonstration().maxOvertakes())
                .all(replay.steps())
                .orElseThrow();
    }

    String scenario(Counterexample<M> replay) {
        Exhibit.Demonstration shown = exhibit.demonstration();
        return replay.scenario(exhibit.id(), true, exhibit.entry(), shown.config(), systemConfig, shown.maxOvertakes());
    }

    String diagram(Counterexample<M> replay) {
        Exhibit.Demonstration shown = exhibit.demonstration();
        return replay.diagram(exhibit.id(), true, exhibit.entry(), shown.config(), systemConfig, shown.maxOvertakes());
    }

    /** The run of the counterexample as a scenario, which refuses impossible steps. */
    ScenarioRun replay(Counterexample<M> replay) {
        return Scenario.parse(scenario(replay)).run();
    }
}
