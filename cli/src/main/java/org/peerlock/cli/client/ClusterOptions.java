package org.peerlock.cli.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import picocli.CommandLine.Option;

/** Options that choose a cluster and the directory of its registry. */
public final class ClusterOptions {

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "the cluster; by default: ${DEFAULT-VALUE}")
    private String cluster = "default";

    @Option(
            names = "--registry",
            paramLabel = "DIRECTORY",
            description = "the directory in which the processes of the cluster find each other, on a local disk; by"
                    + " default: .peerlock/NAME in your home directory")
    private @Nullable Path registry;

    public String cluster() {
        return cluster;
    }

    /** Returns a builder that takes its settings from the cluster. */
    public PeerlockBuilder builder() {
        return Peerlock.builder(cluster).directory(directory()).useClusterSettings();
    }

    /** Returns whether the user has chosen the directory. */
    boolean hasRegistry() {
        return registry != null;
    }

    /** Returns the directory of the cluster's registry. */
    public Path directory() {
        if (registry == null) {
            return directoryInHome();
        } else if (registry.toString().isBlank()) {
            throw new CommandException(Exit.USAGE, "--registry is empty; give a directory, or leave out --registry");
        }
        return registry;
    }

    private Path directoryInHome() {
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new CommandException(
                    Exit.USAGE, "you have no home directory for the registry; choose a directory with --registry");
        }
        return home.resolve(".peerlock").resolve(cluster);
    }
}
