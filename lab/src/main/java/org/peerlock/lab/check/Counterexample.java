package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.algorithm.catalogue.GroupConfig;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.scenario.ScenarioHeader;
import org.peerlock.lab.scenario.ScenarioRun;
import org.peerlock.lab.trace.SpaceTimeDiagram;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.SystemConfig;
import org.peerlock.lab.world.Violation;

/** A run that ends with a violation. */
public record Counterexample<M>(Violation violation, List<Step<M>> steps) {

    /**
     * The counterexample in a form for readers: shrunk, and with the steps of each node together as
     * far as causality allows. The same property is violated at the end, and not before; other
     * nodes may be involved. A counterexample whose last steps can be repeated for ever, or that
     * exceeds a bound, stays as it is.
     *
     * @param maxOvertakes the limit of the workload
     */
    public <S extends Record> Counterexample<M> simplified(SystemConfig<S, M> systemConfig, OptionalInt maxOvertakes) {
        return Replay.start(systemConfig, violation.property(), maxOvertakes)
                .all(steps)
                .filter(replay -> replay.violation().isPresent() || !dependsOnOrder())
                .map(CounterexampleShrinker::of)
                .map(CounterexampleReorderer::of)
                .map(replay -> new Counterexample<>(replay.violation().orElse(violation), replay.steps()))
                .orElse(this);
    }

    /** Whether other orders of the same steps may violate nothing. */
    private boolean dependsOnOrder() {
        return violation.property() == Property.NO_STARVATION || violation.property() == Property.BYPASS;
    }

    /**
     * The counterexample as a scenario that replays it. A violation that depends on all possible
     * continuations, or on a bound, does not show in a single run; then the scenario does not announce it, but ends
     * with a comment about it.
     *
     * @param name the id of the algorithm or, if {@code exhibit}, of the exhibit
     * @param maxOvertakes the limit of the workload
     */
    public <S extends Record> String scenario(
            String name,
            boolean exhibit,
            CatalogueEntry<S, M> entry,
            GroupConfig config,
            SystemConfig<S, M> systemConfig,
            OptionalInt maxOvertakes) {
        ScenarioHeader scenarioHeader = new ScenarioHeader(
                1,
                name,
                exhibit,
                config,
                Optional.of(systemConfig.network()),
                systemConfig.start(),
                maxOvertakes,
                Optional.of(violation.property()),
                EnumSet.noneOf(Property.class));
        ScenarioRun first = Scenario.parse(text(scenarioHeader)).run(entry);
        String text = first.violation().isPresent()
                ? text(scenarioHeader.after(first.onTheWay()))
                : text(scenarioHeader.announcingNothing()) + "# " + violation.sentence() + "\n";
        return Scenario.rewritten(text, Scenario.parse(text).run(entry).output());
    }

    /** The same as an SVG picture, with a line where the property is violated. */
    public <S extends Record> String diagram(
            String name,
            boolean exhibit,
            CatalogueEntry<S, M> entry,
            GroupConfig config,
            SystemConfig<S, M> systemConfig,
            OptionalInt maxOvertakes) {
        String scenario = scenario(name, exhibit, entry, config, systemConfig, maxOvertakes);
        return SpaceTimeDiagram.svg(Scenario.parse(scenario).run(entry).trace());
    }

    private String text(ScenarioHeader scenarioHeader) {
        List<String> lines = new ArrayList<>(scenarioHeader.lines());
        lines.add("");
        steps.forEach(step -> lines.add(TextFormat.step(step)));
        return String.join("\n", lines) + "\n";
    }
}
