package org.peerlock.cli.inspect;

import java.util.List;
import org.peerlock.cli.terminal.TextSanitizer;

/**
 * The output of an inspection command at one moment.
 *
 * @param lines text for people, without control characters, even if names of locks or processes have some
 * @param json the same for scripts
 */
record CommandOutput(List<String> lines, Object json) {

    CommandOutput {
        lines = lines.stream().map(TextSanitizer::sanitize).toList();
    }
}
