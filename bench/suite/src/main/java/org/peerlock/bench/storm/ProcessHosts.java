package org.peerlock.bench.storm;

import java.io.IOException;
import org.peerlock.bench.process.Host;

/** The hosts of processes, and their registry. */
public interface ProcessHosts extends AutoCloseable {

    /** The URL of the registry. */
    String registry();

    /** Where a process runs. Processes are numbered from 1, in the order of their start. */
    Host host(int process);

    @Override
    void close() throws IOException;
}
