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

/** A way to something wrong. */
public record Counterexample<M>(Violation violation, List<Step<M>> steps) {

    /**
     * The same told to a reader: without steps that do not matter, and each node's steps together as far as cause and effect
     * allow. The same property is violated at the end, and not before; in words it may be said of others. A story whose last
     * steps can be repeated for ever stays as it is.
     *
     * @param patience the workload's
     */
    public <S extends Record> Counterexample<M> simplified(SystemConfig<S, M> systemConfig, OptionalInt patience) {
        return Replay.start(systemConfig, violation.property(), patience)
                .all(steps)
                .filter(story -> story.violation().isPresent() || violation.property() != Property.NO_STARVATION)
                .map(CounterexampleShrinker::of)
                .map(CounterexampleReorderer::of)
                .map(story -> new Counterexample<>(story.violation().orElse(violation), story.steps()))
                .orElse(this);
    }

    /**
     * The counterexample as a scenario that replays it. Where the story by itself does not show what is wrong, since it takes
     * knowing all that may follow, the scenario does not announce it, but says it at the end.
     *
     * @param name the id of the algorithm or, if {@code exhibit}, of the exhibit
     * @param patience the workload's
     */
    public <S extends Record> String scenario(
            String name,
            boolean exhibit,
            CatalogueEntry<S, M> entry,
            GroupConfig config,
            SystemConfig<S, M> systemConfig,
            OptionalInt patience) {
        ScenarioHeader scenarioHeader = new ScenarioHeader(
                1,
                name,
                exhibit,
                config,
                Optional.of(systemConfig.network()),
                systemConfig.start(),
                patience,
                Optional.of(violation.property()),
                EnumSet.noneOf(Property.class));
        ScenarioRun first = Scenario.parse(text(scenarioHeader)).run(entry);
        String text = first.violation().isPresent()
                ? text(scenarioHeader.after(first.onTheWay()))
                : text(scenarioHeader.announcingNothing()) + "# " + violation.sentence() + "\n";
        return Scenario.rewritten(text, Scenario.parse(text).run(entry).output());
    }

    /** The same as a picture in SVG, with a line where the property is violated. */
    public <S extends Record> String diagram(
            String name,
            boolean exhibit,
            CatalogueEntry<S, M> entry,
            GroupConfig config,
            SystemConfig<S, M> systemConfig,
            OptionalInt patience) {
        String scenario = scenario(name, exhibit, entry, config, systemConfig, patience);
        return SpaceTimeDiagram.svg(Scenario.parse(scenario).run(entry).trace());
    }

    private String text(ScenarioHeader scenarioHeader) {
        List<String> lines = new ArrayList<>(scenarioHeader.lines());
        lines.add("");
        steps.forEach(step -> lines.add(TextFormat.step(step)));
        return String.join("\n", lines) + "\n";
    }
}
