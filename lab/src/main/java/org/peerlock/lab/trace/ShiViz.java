package org.peerlock.lab.trace;

import java.util.List;
import java.util.StringJoiner;
import org.peerlock.algorithm.data.NodeCounters;

/**
 * A trace as a log for <a href="https://bestchai.bitbucket.io/shiviz/">ShiViz</a>, which draws and
 * searches logs with vector clocks.
 *
 * <p>As ShiViz requires, the first line is the regular expression that parses the file, and the
 * second one, which would separate several runs, is empty. Each event has two lines:
 *
 * <pre>
 * 3 receives REQUEST(1) from 2
 * node1 {"node1":1,"node2":2}
 * </pre>
 */
public final class ShiViz {

    private static final String PARSER = "(?<time>\\S*) (?<event>.*)\\n(?<host>\\S*) (?<clock>{.*})";

    private ShiViz() {}

    /** The log. It contains no losses, because no node observes them. */
    public static String log(Trace trace) {
        StringBuilder log = new StringBuilder(PARSER).append("\n\n");
        List<NodeCounters> clocks = VectorClocks.of(trace);
        for (int i = 0; i < clocks.size(); i++) {
            TraceEvent event = trace.events().get(i);
            if (event.kind() != TraceEvent.Kind.LOST) {
                log.append(SvgBuilder.number(event.time())).append(' ').append(event.sentence());
                log.append('\n').append(host(event.node())).append(' ').append(json(clocks.get(i)));
                log.append('\n');
            }
        }
        return log.toString();
    }

    private static String host(int node) {
        return "node" + node;
    }

    private static String json(NodeCounters clock) {
        StringJoiner json = new StringJoiner(",", "{", "}");
        for (int node = 1; node <= clock.size(); node++) {
            if (clock.of(node) > 0) {
                json.add("\"" + host(node) + "\":" + clock.of(node));
            }
        }
        return json.toString();
    }
}
