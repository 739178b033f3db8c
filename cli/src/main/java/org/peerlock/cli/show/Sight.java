package org.peerlock.cli.show;

import java.util.List;

/**
 * What there is to be seen at some moment.
 *
 * @param lines for people
 * @param json the same for scripts
 */
record Sight(List<String> lines, Object json) {}
