package org.peerlock.bench.storm;

import java.io.IOException;

/** Where a registry is away for a while. */
public interface OutageEnvironment extends ProcessHosts {

    /** Kills all servers of the registry. */
    void stopRegistry() throws IOException, InterruptedException;

    /** Starts them again, and returns when they accept connections. */
    void startRegistry() throws IOException, InterruptedException;

    /** No packet gets from the host of a process to the registry, or back. */
    void cutOffFromRegistry(int process);

    /** All packets arrive again. */
    void heal();
}
