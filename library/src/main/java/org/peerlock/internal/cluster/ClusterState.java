package org.peerlock.internal.cluster;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The content of the registry: what all nodes of a cluster agree on. A node reads it, applies a {@link RegistryCommand} and writes
 * the outcome if nobody has written meanwhile. So all commands happen one after the other.
 *
 * <p>A node with a record is <em>registered</em>. A registered node that is in neither view waits to become a member. A member
 * without a record has left or was evicted, and will be in no further view.
 *
 * @param registryId drawn when the registry was created; another one means another registry, and nothing of the old one holds
 * @param secret drawn when the registry was created; nodes prove to each other that they know it
 * @param revision how many commands were applied, creation among them
 * @param cluster the name of the cluster
 * @param settings those of the current view, and those that are the same for all nodes
 * @param maxEpoch the greatest epoch of any view so far, here or, as far as those who joined know, in a registry that was lost
 * @param current the view that was installed last
 * @param next the view that takes its place once all its survivors have reported
 * @param members the records of all registered nodes
 * @param unknownLines what a later version of the library has added; kept as it is
 */
public record ClusterState(
        Incarnation registryId,
        RegistrySecret secret,
        long revision,
        String cluster,
        ClusterSettings settings,
        long maxEpoch,
        View current,
        @Nullable View next,
        SortedMap<Incarnation, MemberRecord> members,
        List<String> unknownLines) {

    /** As many as a text of a range can name. */
    private static final int MOST_PROTOCOLS = 999_999_999;

    public ClusterState {
        members = SortedCopies.copy(members);
        unknownLines = List.copyOf(unknownLines);
        require(revision > 0, "the first revision is 1");
        require(current.epoch() > 0, "epochs are positive");
        require(maxEpoch <= Integer.MAX_VALUE, "an epoch fits into the upper half of a fence");
        require(next == null || current.epoch() < next.epoch(), "the next view's epoch is greater");
        require(maxEpoch >= (next == null ? current : next).epoch(), "no view's epoch is greater than the greatest");
        SortedSet<Long> stamps = new TreeSet<>();
        for (MemberRecord member : members.values()) {
            require(member.stamp() <= revision, "no stamp is greater than the revision");
            require(member.protocols().contains(settings.protocol()), "all nodes speak the protocol");
            require(stamps.add(member.stamp()), "no two records have the same stamp");
        }
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException(sentence);
        }
    }

    /**
     * The content of a new registry. Its epoch is taken from the wall clock, so that it is greater than any of a registry that
     * was lost: there are fewer views than seconds.
     *
     * @param genesis the longest lease that a node may have under a registry that was there before. Then {@link
     *     Incarnation#GENESIS} is the one member, with that lease: nobody renews its record, so the first view waits as for a
     *     member that crashed. Null if no lock can be held under such a registry
     */
    public static ClusterState create(
            Incarnation registryId,
            RegistrySecret secret,
            String cluster,
            ClusterSettings settings,
            long secondsSince2020,
            @Nullable LeaseTerms genesis) {
        SortedMap<Incarnation, MemberRecord> members = new TreeMap<>();
        if (genesis != null) {
            members.put(
                    Incarnation.GENESIS,
                    new MemberRecord(Endpoint.plain(""), new ProtocolRange(1, MOST_PROTOCOLS), genesis, null, 1));
        }
        long epoch = Math.max(1, secondsSince2020);
        View current = new View(epoch, List.copyOf(members.keySet()), List.of());
        return new ClusterState(registryId, secret, 1, cluster, settings, epoch, current, null, members, List.of());
    }

    /** What the command makes of this; empty if it is refused. */
    public Optional<ClusterState> apply(RegistryCommand registryCommand) {
        if (registryCommand instanceof RegistryCommand.Join join) {
            return join(join);
        } else if (registryCommand instanceof RegistryCommand.Renew renew) {
            return renew(renew);
        } else if (registryCommand instanceof RegistryCommand.Leave leave) {
            return leave(leave);
        } else if (registryCommand instanceof RegistryCommand.Propose propose) {
            return propose(propose);
        } else if (registryCommand instanceof RegistryCommand.Install install) {
            return install(install);
        } else if (registryCommand instanceof RegistryCommand.ReplaceSettings replace) {
            return replaceSettings(replace);
        }
        throw new AssertionError(registryCommand);
    }

    /** The same state with another secret. */
    public ClusterState withSecret(RegistrySecret other) {
        return secret.equals(other)
                ? this
                : new ClusterState(
                        registryId, other, revision, cluster, settings, maxEpoch, current, next, members, unknownLines);
    }

    /** The version of the protocol that the members of the current view speak. */
    public int protocol() {
        return settings.protocol();
    }

    /** The longest lease of a registered node, and the greatest drift of a clock; empty if no node is registered. */
    public Optional<LeaseTerms> longestLease() {
        return members.values().stream().map(MemberRecord::lease).reduce(LeaseTerms::longest);
    }

    /** For how long a registered node may hold locks after its last renewal, at most; empty if no node is registered. */
    public Optional<LeaseTerms> longestHold() {
        return longestLease().map(settings::longestHold);
    }

    /**
     * Whether a command that was decided on in an earlier state may be applied to this one: it is a later state of the same
     * registry, under the same settings; only the protocol may have risen, and the algorithms may be others. Where members pledge,
     * nodes may only have renewed and joined since: nobody may be evicted because of a decision of which the others believe that it
     * can come to nothing any more.
     */
    public boolean follows(ClusterState earlier) {
        return registryId.equals(earlier.registryId)
                && revision > earlier.revision
                && protocol() >= earlier.protocol()
                && settings.outageMillis() == earlier.settings.outageMillis()
                && (!settings.outlivesOutages() || nobodyWentSince(earlier));
    }

    private boolean nobodyWentSince(ClusterState earlier) {
        return current.epoch() == earlier.current.epoch()
                && maxEpoch == earlier.maxEpoch
                && members.keySet().containsAll(earlier.members.keySet());
    }

    /** Whether a view that is installed now has other settings than the current one. */
    public boolean changesSettings() {
        return !settings.equals(agreedSettings());
    }

    public boolean isRegistered(Incarnation id) {
        return members.containsKey(id);
    }

    /** Whether a node is in the current view or in the next. */
    public boolean isMember(Incarnation id) {
        return current.has(id) || (next != null && next.has(id));
    }

    private Optional<ClusterState> join(RegistryCommand.Join join) {
        boolean understands = join.protocols().contains(protocol());
        if (isRegistered(join.id()) || isMember(join.id()) || !understands) {
            return Optional.empty();
        }
        SortedMap<Incarnation, MemberRecord> more = new TreeMap<>(members);
        more.put(
                join.id(),
                new MemberRecord(join.endpoint(), join.protocols(), join.lease(), join.algorithms(), revision + 1));
        return Optional.of(after(Math.max(maxEpoch, join.epoch()), current, next, more));
    }

    private Optional<ClusterState> renew(RegistryCommand.Renew renew) {
        MemberRecord memberRecord = members.get(renew.id());
        if (memberRecord == null) {
            return Optional.empty();
        }
        SortedMap<Incarnation, MemberRecord> renewed = new TreeMap<>(members);
        renewed.put(renew.id(), memberRecord.renewed(revision + 1, renew.unreachable()));
        return Optional.of(after(maxEpoch, current, next, renewed));
    }

    private Optional<ClusterState> leave(RegistryCommand.Leave leave) {
        if (!isRegistered(leave.id())) {
            return Optional.empty();
        }
        SortedMap<Incarnation, MemberRecord> remaining = new TreeMap<>(members);
        remaining.remove(leave.id());
        return Optional.of(after(maxEpoch, current, next, remaining));
    }

    private Optional<ClusterState> propose(RegistryCommand.Propose propose) {
        SortedMap<Incarnation, MemberRecord> remaining = without(propose.drops());
        if (remaining == null || remaining.isEmpty()) {
            return Optional.empty();
        }
        List<Incarnation> ids = List.copyOf(remaining.keySet());
        boolean needless = next != null
                ? ids.containsAll(next.survivors())
                : propose.drops().isEmpty() && ids.equals(current.members()) && !propose.bump();
        if (needless) {
            return Optional.empty();
        }
        List<Incarnation> before = next != null ? next.survivors() : current.members();
        List<Incarnation> survivors = before.stream().filter(ids::contains).toList();
        View proposed = new View(maxEpoch + 1, ids, survivors);
        return Optional.of(after(proposed.epoch(), current, proposed, remaining));
    }

    /** All records but these; null if one of them is not there, or was renewed meanwhile. */
    private @Nullable SortedMap<Incarnation, MemberRecord> without(SortedMap<Incarnation, Long> drops) {
        SortedMap<Incarnation, MemberRecord> remaining = new TreeMap<>(members);
        for (var drop : drops.entrySet()) {
            MemberRecord dropped = remaining.remove(drop.getKey());
            if (dropped == null || dropped.stamp() != drop.getValue()) {
                return null;
            }
        }
        return remaining;
    }

    private Optional<ClusterState> replaceSettings(RegistryCommand.ReplaceSettings replace) {
        boolean same = settings.equals(replace.settings());
        SortedMap<Incarnation, MemberRecord> remaining = without(replace.drops());
        if (same
                || remaining == null
                || !remaining.isEmpty()
                || isRegistered(replace.join().id())) {
            return Optional.empty();
        }
        return new ClusterState(
                        registryId,
                        secret,
                        revision + 1,
                        cluster,
                        replace.settings(),
                        maxEpoch,
                        current,
                        null,
                        remaining,
                        unknownLines)
                .join(replace.join());
    }

    private Optional<ClusterState> install(RegistryCommand.Install install) {
        if (next == null || next.epoch() != install.epoch()) {
            return Optional.empty();
        }
        return Optional.of(after(agreedSettings(), maxEpoch, next, null, members));
    }

    private ClusterSettings agreedSettings() {
        return settings.withProtocol(commonProtocol()).withAlgorithms(commonAlgorithms());
    }

    /** The greatest protocol that all registered nodes speak, those that wait to become members included. */
    private int commonProtocol() {
        return members.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(Incarnation.GENESIS))
                .mapToInt(entry -> entry.getValue().protocols().max())
                .min()
                .orElse(protocol());
    }

    /** Those that registered nodes ask for, if all that ask agree, those that wait to become members included; else the current ones. */
    private String commonAlgorithms() {
        List<String> asked = members.values().stream()
                .map(MemberRecord::algorithms)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return asked.size() == 1 ? asked.get(0) : settings.algorithms();
    }

    private ClusterState after(
            long newMaxEpoch,
            View newCurrent,
            @Nullable View newNext,
            SortedMap<Incarnation, MemberRecord> newMembers) {
        return after(settings, newMaxEpoch, newCurrent, newNext, newMembers);
    }

    private ClusterState after(
            ClusterSettings newSettings,
            long newMaxEpoch,
            View newCurrent,
            @Nullable View newNext,
            SortedMap<Incarnation, MemberRecord> newMembers) {
        return new ClusterState(
                registryId,
                secret,
                revision + 1,
                cluster,
                newSettings,
                newMaxEpoch,
                newCurrent,
                newNext,
                newMembers,
                unknownLines);
    }
}
