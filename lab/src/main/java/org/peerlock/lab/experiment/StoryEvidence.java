package org.peerlock.lab.experiment;

import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.trace.TraceEvent;

/**
 * A story in which messages of a type are counted.
 *
 * @param scenario the file that tells it
 * @param story the story, as it stands in that file
 * @param type the type of the messages
 * @param most how many there are at most, says the paper
 */
public record StoryEvidence(String scenario, String story, String type, long most) implements Evidence {

    @Override
    public String command() {
        return "peerlock lab scenario " + scenario;
    }

    @Override
    public Result gather() {
        long sent = Scenario.parse(story).run().trace().events().stream()
                .filter(event ->
                        event.kind() == TraceEvent.Kind.SENT && event.text().startsWith(type))
                .count();
        return new Result(sent + " " + type, sent <= most);
    }
}
