package org.peerlock.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.PeerlockException;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/** Ways to the locks of a cluster. */
public final class ClusterClients {

    private ClusterClients() {}

    /**
     * Through the resident node, if there is one that answers; else as a member of its own.
     *
     * @param label what to call such a member
     * @throws CommandException if this process cannot become one
     */
    public static ClusterClient open(ClusterOptions options, String label) throws InterruptedException {
        PeerlockBuilder builder = builder(options, label);
        Optional<ResidentClient> resident = resident(options);
        return resident.isPresent() ? resident.get() : new MemberClient(join(builder));
    }

    /**
     * To become a member.
     *
     * @throws CommandException if the cluster or the label cannot be called so
     */
    public static PeerlockBuilder builder(ClusterOptions options, String label) {
        try {
            return options.builder().label(label);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; choose another --cluster or --label");
        }
    }

    private static Optional<ResidentClient> resident(ClusterOptions options) throws InterruptedException {
        ResidentFiles residentFiles = new ResidentFiles(options.directory());
        try {
            return ResidentClient.connect(residentFiles, options.cluster());
        } catch (IOException e) {
            System.err.println(
                    "peerlock: the resident node at " + residentFiles.socket() + " is not used: " + e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Becomes a member.
     *
     * @throws CommandException if that cannot be
     */
    public static Peerlock join(PeerlockBuilder builder) throws InterruptedException {
        try {
            return builder.join();
        } catch (PeerlockException | IllegalStateException e) {
            throw new CommandException(
                    Exit.UNAVAILABLE, e.getMessage() + "; docs/OPERATIONS.md says under Troubleshooting what to do");
        } catch (UncheckedIOException e) {
            throw new CommandException(Exit.UNAVAILABLE, e.getMessage() + ", with --registry");
        }
    }
}
