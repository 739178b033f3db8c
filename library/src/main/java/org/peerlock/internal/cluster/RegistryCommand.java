package org.peerlock.internal.cluster;

import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A change to the {@link ClusterState}, with the conditions under which it is refused. */
public sealed interface RegistryCommand {

    /**
     * The node registers. From then on it may become a member, by a view that somebody proposes.
     *
     * <p>Refused if it is registered, or a member of the current view or the next: an incarnation never comes back. Refused, too,
     * if it does not speak the protocol of the cluster.
     *
     * @param endpoint where the other nodes reach this one
     * @param protocols the versions of the protocol that the node speaks
     * @param lease for how long the node may hold locks after a renewal
     * @param epoch the greatest that the node has ever seen, in this registry or in one that was lost; 0 if none. The epochs of
     *     all views to come are greater
     * @param algorithms those that the node asks for; null if it takes whatever the cluster has
     */
    record Join(
            Incarnation id,
            Endpoint endpoint,
            ProtocolRange protocols,
            LeaseTerms lease,
            long epoch,
            @Nullable String algorithms)
            implements RegistryCommand {

        /** Of a node that takes whatever algorithms the cluster has. */
        public Join(Incarnation id, Endpoint endpoint, ProtocolRange protocols, LeaseTerms lease, long epoch) {
            this(id, endpoint, protocols, lease, epoch, null);
        }
    }

    /**
     * The node renews its lease, and reports the nodes that it cannot reach.
     *
     * <p>Refused if it is not registered: a node that was evicted can never extend its lease again.
     */
    record Renew(Incarnation id, SortedSet<Incarnation> unreachable) implements RegistryCommand {

        public Renew {
            unreachable = SortedCopies.copy(unreachable);
        }
    }

    /**
     * The node removes its record. Before that it must have given up all that it holds, irrevocably.
     *
     * <p>Refused if it is not registered.
     */
    record Leave(Incarnation id) implements RegistryCommand {}

    /**
     * Removes the records of nodes that can hold nothing any more, and makes all that remain the next view. No node works in it
     * before it is installed. It replaces a next view that cannot be installed any more, because a survivor was lost.
     *
     * <p>Refused if a node to drop has renewed since, or is not registered; if no node would remain; if there is a next view and
     * all its survivors remain; and if there is none and nothing would change, unless {@code bump} is set.
     *
     * @param drops the nodes to evict, each with the stamp after which its lease has certainly expired, or its process died
     * @param bump whether a fresh view with the same members is wanted
     */
    record Propose(SortedMap<Incarnation, Long> drops, boolean bump) implements RegistryCommand {

        public Propose {
            drops = SortedCopies.copy(drops);
        }
    }

    /**
     * The next view becomes the current one, and speaks the greatest protocol that all registered nodes speak. If all registered
     * nodes that ask for algorithms ask for the same ones, the view has these; otherwise it has those of the view before. The node
     * that gives this command must have the reports of all survivors.
     *
     * <p>Refused unless the next view has this epoch.
     */
    record Install(long epoch) implements RegistryCommand {}

    /**
     * Gives the cluster other settings when no node is left that could rely on the old ones, and registers the first node under
     * the new ones. It counts as two revisions. The epochs go on growing, and the current view stays as it is: a view without the
     * dropped nodes is proposed as after any other loss. There is no next view any more, because all its survivors are gone.
     *
     * <p>Refused unless every record is named, with the stamp that it has; if the settings are what they were; and if the node
     * could not join.
     *
     * @param drops all registered nodes, with the stamp after which each one's lease has certainly expired, or its process died
     */
    record ReplaceSettings(ClusterSettings settings, SortedMap<Incarnation, Long> drops, Join join)
            implements RegistryCommand {

        public ReplaceSettings {
            drops = SortedCopies.copy(drops);
        }
    }
}
