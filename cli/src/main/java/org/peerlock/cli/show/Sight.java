package org.peerlock.cli.show;

import java.util.List;
import org.peerlock.cli.Harmless;

/**
 * What there is to be seen at some moment.
 *
 * @param lines for people; without control characters, whatever locks and processes are called
 * @param json the same for scripts
 */
record Sight(List<String> lines, Object json) {

    Sight {
        lines = lines.stream().map(Harmless::text).toList();
    }
}
