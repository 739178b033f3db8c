package org.peerlock.lab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerlock.algorithm.catalogue.Entry;
import org.peerlock.algorithm.catalogue.Setting;
import org.peerlock.lab.scenario.Header;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.trace.Text;
import org.peerlock.lab.world.Rules;
import org.peerlock.lab.world.Step;
import org.peerlock.lab.world.Violation;

/** A shortest way to something wrong. */
public record Counterexample<M>(Violation violation, List<Step<M>> steps) {

    /**
     * The counterexample as a scenario that replays it.
     *
     * @param name the id of the algorithm or, if {@code exhibit}, of the exhibit
     * @param patience the workload's
     */
    public <S extends Record> String scenario(
            String name, boolean exhibit, Entry<S, M> entry, Setting setting, Rules<S, M> rules, OptionalInt patience) {
        Header header = new Header(
                name,
                exhibit,
                setting,
                Optional.of(rules.network()),
                rules.start(),
                patience,
                Optional.of(violation.property()));
        List<String> lines = new ArrayList<>(header.lines());
        lines.add("");
        steps.forEach(step -> lines.add(Text.step(step)));
        String text = String.join("\n", lines) + "\n";
        return Scenario.rewritten(text, Scenario.parse(text).tell(entry).output());
    }
}
