package org.peerlock.cli.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.RegistryUnavailableException;
import org.peerlock.cli.CommandFailure;
import org.peerlock.cli.Exit;

/** Ways to the locks of a cluster. */
public final class Accesses {

    private Accesses() {}

    /**
     * Through the resident node, if there is one that answers; else as a member of its own.
     *
     * @param label what to call such a member
     * @throws CommandFailure if this process cannot become one
     */
    public static Access open(ClusterOptions options, String label) throws InterruptedException {
        PeerlockBuilder builder = builder(options, label);
        Optional<Resident> resident = resident(options);
        return resident.isPresent() ? resident.get() : new OwnMember(join(builder));
    }

    /**
     * To become a member.
     *
     * @throws CommandFailure if the cluster or the label cannot be called so
     */
    public static PeerlockBuilder builder(ClusterOptions options, String label) {
        try {
            return options.builder().label(label);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Exit.USAGE, e.getMessage() + "; choose another --cluster or --label");
        }
    }

    private static Optional<Resident> resident(ClusterOptions options) throws InterruptedException {
        Place place = new Place(options.directory());
        try {
            return Resident.find(place, options.cluster());
        } catch (IOException e) {
            System.err.println("peerlock: the resident node at " + place.socket() + " is not used: " + e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Becomes a member.
     *
     * @throws CommandFailure if that cannot be
     */
    public static Peerlock join(PeerlockBuilder builder) throws InterruptedException {
        try {
            return builder.join();
        } catch (RegistryUnavailableException | IllegalStateException e) {
            throw new CommandFailure(
                    Exit.UNAVAILABLE, e.getMessage() + "; docs/USING.md says under Troubleshooting what to do");
        } catch (UncheckedIOException e) {
            throw new CommandFailure(Exit.UNAVAILABLE, e.getMessage() + ", with --registry");
        }
    }
}
