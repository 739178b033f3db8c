package org.peerlock.bench.process;

import java.util.List;
import java.util.Map;

/**
 * Where a process runs.
 *
 * @param prefix what comes before its command, for example to enter a network namespace
 * @param environment its additional environment variables
 */
public record Host(List<String> prefix, Map<String, String> environment) {

    /** Where this process runs. */
    public static final Host LOCAL = new Host(List.of(), Map.of());

    public Host {
        prefix = List.copyOf(prefix);
        environment = Map.copyOf(environment);
    }
}
