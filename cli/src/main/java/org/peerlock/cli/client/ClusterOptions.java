package org.peerlock.cli.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine.Option;

/** Which cluster is meant, and where its processes meet. */
public final class ClusterOptions {

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "the cluster whose locks are meant; by default: ${DEFAULT-VALUE}")
    private String cluster = "default";

    @Option(
            names = "--registry",
            paramLabel = "DIRECTORY",
            description =
                    "where the processes of the cluster meet, on a local disk; by default .peerlock/NAME in your home")
    private @Nullable Path registry;

    public String cluster() {
        return cluster;
    }

    /** To become a member of it, whatever settings its processes have. */
    public PeerlockBuilder builder() {
        return Peerlock.builder(cluster).directory(directory()).useClusterSettings();
    }

    /** Where its processes meet. */
    public Path directory() {
        if (registry == null) {
            return directoryInHome();
        } else if (registry.toString().isBlank()) {
            throw new CommandException(Exit.USAGE, "--registry is empty; give a directory or leave it out");
        }
        return registry;
    }

    private Path directoryInHome() {
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new CommandException(
                    Exit.USAGE, "you have no home in which processes could meet; choose a directory with --registry");
        }
        return home.resolve(".peerlock").resolve(cluster);
    }
}
