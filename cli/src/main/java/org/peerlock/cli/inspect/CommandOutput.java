package org.peerlock.cli.inspect;

import java.util.List;
import org.peerlock.cli.terminal.TextSanitizer;

/**
 * What there is to be seen at some moment.
 *
 * @param lines for people; without control characters, whatever locks and processes are called
 * @param json the same for scripts
 */
record CommandOutput(List<String> lines, Object json) {

    CommandOutput {
        lines = lines.stream().map(TextSanitizer::sanitize).toList();
    }
}
