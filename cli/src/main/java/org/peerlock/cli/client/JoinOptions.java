package org.peerlock.cli.client;

import org.jspecify.annotations.Nullable;
import org.peerlock.PeerlockBuilder;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.text.DurationParser;
import picocli.CommandLine.Option;

/** Options that say where a process that joins a cluster is reached by the others. */
public final class JoinOptions {

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description =
                    "where this process listens for the others: HOST:PORT, HOST:FIRST-LAST for the first free port"
                            + " of a range, :PORT for all interfaces; by default the environment variable PEERLOCK_LISTEN, or"
                            + " else any free port")
    private @Nullable String listen;

    @Option(
            names = "--advertise",
            paramLabel = "ADDRESS",
            description = "where the others reach this process, HOST or HOST:PORT; by default the environment variable"
                    + " PEERLOCK_ADVERTISE, or else the address from which it reaches the registry")
    private @Nullable String advertise;

    @Option(
            names = "--registry-outage",
            paramLabel = "DURATION",
            description =
                    "if this is the first process of the cluster: the longest outage of the registry through which its"
                            + " processes keep their locks, such as 90s; by default the environment variable"
                            + " PEERLOCK_REGISTRY_OUTAGE, or else none")
    private @Nullable String registryOutage;

    /** Tells a builder what the user has chosen. */
    void applyTo(PeerlockBuilder builder) {
        try {
            if (listen != null) {
                builder.listen(listen);
            }
            if (advertise != null) {
                builder.advertise(advertise);
            }
            if (registryOutage != null) {
                builder.registryOutage(DurationParser.parse(registryOutage));
            }
        } catch (IllegalArgumentException e) {
            throw new CommandException(
                    Exit.USAGE, e.getMessage() + "; check --listen, --advertise and --registry-outage");
        }
    }
}
