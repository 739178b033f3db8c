package org.peerlock.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.peerlock.ClusterObserver;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.PeerlockException;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/** Opens clients of a cluster. */
public final class ClusterClients {

    private static final String TROUBLESHOOTING = "; see Troubleshooting in docs/OPERATIONS.md";

    private ClusterClients() {}

    /**
     * Connects to the resident node if one answers. Otherwise this process joins the cluster.
     *
     * @param join where the others reach this process, if it joins
     * @param label the name of this process, if it joins
     * @throws CommandException if this process cannot join
     */
    public static ClusterClient open(ClusterOptions options, JoinOptions join, String label)
            throws InterruptedException {
        PeerlockBuilder builder = builder(options, join, label);
        Optional<ResidentClient> resident = resident(options);
        return resident.isPresent() ? resident.get() : new MemberClient(join(builder));
    }

    /**
     * Connects to the resident node if one answers. Otherwise this process reads the registry and asks the members, without
     * joining the cluster.
     *
     * @throws CommandException if there is no such cluster, or it cannot be inspected. Nothing is created.
     */
    public static ClusterInspector inspector(ClusterOptions options) throws InterruptedException {
        builder(options, new JoinOptions(), ""); // checks the name of the cluster
        Optional<ResidentClient> resident = resident(options);
        if (resident.isPresent()) {
            return resident.get();
        }
        try {
            return new ObserverClient(ClusterObserver.open(options.cluster(), options.url())
                    .orElseThrow(() -> new CommandException(Exit.NO_FILE, NoSuchCluster.message(options))));
        } catch (PeerlockException | IllegalStateException e) {
            throw new CommandException(Exit.UNAVAILABLE, e.getMessage() + TROUBLESHOOTING);
        } catch (UncheckedIOException e) {
            throw new CommandException(Exit.UNAVAILABLE, e.getMessage() + " with --registry");
        }
    }

    /**
     * Returns a builder with which this process can join the cluster.
     *
     * @throws CommandException if the name of the cluster or the label is not valid
     */
    public static PeerlockBuilder builder(ClusterOptions options, JoinOptions join, String label) {
        try {
            PeerlockBuilder builder = options.builder().label(label);
            join.applyTo(builder);
            return builder;
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; choose another --cluster or --label");
        }
    }

    private static Optional<ResidentClient> resident(ClusterOptions options) throws InterruptedException {
        ResidentFiles residentFiles = new ResidentFiles(options.directory());
        try {
            return ResidentClient.connect(residentFiles, options.cluster());
        } catch (IOException e) {
            System.err.println("peerlock: cannot use the resident node at " + residentFiles.socket() + ": "
                    + e.getMessage() + "; going on without it");
            return Optional.empty();
        }
    }

    /**
     * Joins the cluster.
     *
     * @throws CommandException if this process cannot join
     */
    public static Peerlock join(PeerlockBuilder builder) throws InterruptedException {
        try {
            return builder.join();
        } catch (PeerlockException | IllegalStateException e) {
            throw new CommandException(Exit.UNAVAILABLE, e.getMessage() + TROUBLESHOOTING);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; check --registry, --listen and --advertise");
        } catch (UncheckedIOException e) {
            throw new CommandException(Exit.UNAVAILABLE, e.getMessage() + ", with --registry");
        }
    }
}
