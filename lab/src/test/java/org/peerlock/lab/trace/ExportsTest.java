package org.peerlock.lab.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.Request;
import org.peerlock.lab.scenario.Scenario;
import org.peerlock.lab.trace.TraceEvent.Kind;

/** A story of two nodes in the languages of other tools. */
class ExportsTest {

    private static Trace story(String commands) {
        return Scenario.parse("title A story\nalgorithm ricart-agrawala\nnodes 2\nnetwork unordered\n" + commands)
                .run()
                .trace();
    }

    private static final Trace STORY = story("# Nobody else asks.\nrequest 1\nsettle\nrelease 1\n");

    @Test
    void asALogForShiViz() {
        assertThat(ShiViz.log(STORY)).isEqualTo("""
                        (?<time>\\S*) (?<event>.*)\\n(?<host>\\S*) (?<clock>{.*})

                        1 asks
                        node1 {"node1":1}
                        1 sends REQUEST(1) to 2
                        node1 {"node1":2}
                        2 receives REQUEST(1) from 1
                        node2 {"node1":2,"node2":1}
                        2 sends REPLY to 1
                        node2 {"node1":2,"node2":2}
                        3 receives REPLY from 2
                        node1 {"node1":3,"node2":2}
                        3 enters ^1
                        node1 {"node1":4,"node2":2}
                        4 leaves
                        node1 {"node1":5,"node2":2}
                        """);
    }

    @Test
    void theFirstLineOfALogForShiVizUnderstandsTheRest() {
        String log = ShiViz.log(STORY);
        int head = log.indexOf("\n\n");
        // Java wants the brace of the expression escaped; JavaScript does not.
        Matcher matcher = Pattern.compile(log.substring(0, head).replace("{.*}", "\\{.*\\}"))
                .matcher(log.substring(head + 2));
        List<String> events = new ArrayList<>();
        while (matcher.find()) {
            events.add(matcher.group("host") + " " + matcher.group("event"));
        }
        assertThat(events).hasSameSizeAs(STORY.events()).contains("node2 receives REQUEST(1) from 1");
    }

    @Test
    void asASequenceDiagramForMermaid() {
        assertThat(SequenceDiagram.mermaid(STORY)).isEqualTo("""
                        sequenceDiagram
                        accTitle: A story
                        participant n1 as node 1
                        participant n2 as node 2
                        Note over n1,n2: wrap: A story
                        Note over n1,n2: wrap: ricart-agrawala, 2 nodes, unordered network. Each arrow is drawn when its message arrives.
                        Note over n1: asks
                        n1->>n2: REQUEST(1)
                        n2->>n1: REPLY
                        Note over n1: enters ^1
                        activate n1
                        deactivate n1
                        Note over n1: leaves
                        """);
    }

    @Test
    void asASequenceDiagramForPlantUml() {
        assertThat(SequenceDiagram.plantUml(STORY)).isEqualTo("""
                        @startuml
                        title
                        A story
                        <size:12>ricart-agrawala, 2 nodes, unordered network
                        end title
                        footer Each arrow is drawn when its message arrives.
                        participant "node 1" as n1
                        participant "node 2" as n2
                        note over n1 : asks
                        n1 -> n2 : REQUEST(1)
                        n2 -> n1 : REPLY
                        note over n1 : enters ^1
                        n1 -[hidden]> n1
                        activate n1 #1f2933
                        n1 -[hidden]> n1
                        deactivate n1
                        note over n1 : leaves
                        @enduml
                        """);
    }

    @Test
    void messagesThatDoNotArriveAreShown() {
        Trace lost = story("request 1\ndrop 1 -> 2\n");
        assertThat(SequenceDiagram.mermaid(lost)).contains("n1-xn2: REQUEST(1) (lost)\n");
        assertThat(SequenceDiagram.plantUml(lost)).contains("n1 ->x n2 : REQUEST(1) (lost)\n");
        assertThat(ShiViz.log(lost)).doesNotContain("receives");
        Trace underway = story("request 1\n");
        assertThat(SequenceDiagram.mermaid(underway)).endsWith("n1--)n2: REQUEST(1) (under way)\n");
        Trace crashed = story("violates progress\nrequest 1\ncrash 2\n");
        assertThat(SequenceDiagram.mermaid(crashed)).contains("Note over n2: crashes\n", "n1-xn2: REQUEST(1) (lost)\n");
    }

    @Test
    void aMessageThatIsOvertakenIsMarkedAndANoteShowsWhenItWasSent() {
        Trace trace = story("""
                request 1
                deliver 1 -> 2
                request 2
                deliver 2 -> 1 REQUEST
                deliver 2 -> 1 REPLY
                """);
        assertThat(SequenceDiagram.mermaid(trace)).contains("""
                n1->>n2: REQUEST(1)
                Note over n2: sends REPLY to 1
                Note over n2: asks
                n2->>n1: REQUEST(2)
                n2->>n1: REPLY (overtaken)
                """);
        assertThat(SequenceDiagram.plantUml(trace)).contains("""
                note over n2 : sends REPLY to 1
                note over n2 : asks
                n2 -> n1 : REQUEST(2)
                n2 -> n1 : REPLY (overtaken)
                """);
    }

    @Test
    void aNodeThatCrashesInsideIsNoLongerInside() {
        Trace trace = story("violates progress\nrequest 1\nsettle\nrequest 2\nsettle\ncrash 1\n");
        assertThat(SequenceDiagram.mermaid(trace)).contains("deactivate n1\nNote over n1: crashes\n");
    }

    @Test
    void withoutATitleTheNameOfTheAlgorithmIsTheCaption() {
        Trace trace = Scenario.parse("algorithm lamport\nnodes 3\nlock semaphore 2\nrequest 1\n")
                .run()
                .trace();
        assertThat(trace.title()).isEqualTo("lamport");
        assertThat(trace.subtitle()).isEqualTo("lamport, 3 nodes, semaphore with 2 permits, fifo network");
    }

    @Test
    void theViolationIsReportedAtTheEnd() {
        Trace stuck = story("violates progress\nrequest 1\ndrop 1 -> 2\n");
        String wrong = "violates progress: nothing is under way and nobody is inside, yet these wait: 1";
        assertThat(stuck.events().get(stuck.events().size() - 1).sentence()).isEqualTo(wrong);
        assertThat(SequenceDiagram.mermaid(stuck)).endsWith("Note over n1,n2: wrap: " + wrong + "\n");
        assertThat(ShiViz.log(stuck)).contains("2 " + wrong + "\nnode2 {");
    }

    private record Semicolon(String text) {}

    @Test
    void specialCharactersAreEscaped() {
        TraceWriter writer = new TraceWriter(2);
        writer.sent(1, 1, 2, new Semicolon("a;b#c__d"));
        Trace trace = writer.trace("signs", "", Trace.Unit.STEP);
        assertThat(SequenceDiagram.mermaid(trace)).contains("SEMICOLON(a#59;b#35;c__d)");
        assertThat(SequenceDiagram.plantUml(trace)).contains("SEMICOLON(a;b#c~__d)");
    }

    private record Hello() {}

    @Test
    void theSameMessageSentAgainIsAnotherOneAndADuplicateIsNot() {
        TraceWriter writer = new TraceWriter(2);
        writer.asked(0, 1, Request.shared(1));
        for (int time = 1; time <= 2; time++) {
            writer.sent(time, 1, 2, new Hello());
            writer.delivered(time, 1, 2, new Hello());
        }
        writer.delivered(3, 1, 2, new Hello());
        Trace trace = writer.trace("hello", "", Trace.Unit.STEP);
        assertThat(trace.events().stream()
                        .filter(event -> event.kind() == Kind.DELIVERED)
                        .map(TraceEvent::message))
                .containsExactly(1L, 2L, 2L);
        assertThat(trace.events().get(0).text()).isEqualTo("shared");
    }
}
