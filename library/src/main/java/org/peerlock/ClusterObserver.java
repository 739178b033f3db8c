package org.peerlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.cluster.MemberRecord;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.engine.inspection.LockInquiryResult;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.observer.ObserverSettings;
import org.peerlock.internal.observer.ObserverTransport;
import org.peerlock.internal.protocol.NodeOverview;
import org.peerlock.internal.protocol.Packet;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.internal.registry.FileRegistryStoreProvider;
import org.peerlock.internal.text.FailureText;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.Transport;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/**
 * Looks at a cluster from outside. It reads the registry and asks the members, but does not join: no view changes, no member
 * logs anything, and nothing is written to the registry.
 *
 * <p>It cannot acquire locks. What it shows is as of the moment when each member answered. A member that does not answer in
 * time is shown with an empty label and version, and its locks are not shown. A member that is proven to be dead is left out,
 * even if the registry still has it.
 *
 * <p>Once it is closed, all methods that ask the members throw an {@link IllegalStateException}. Not thread-safe.
 */
public final class ClusterObserver implements AutoCloseable {

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final String cluster;
    private final RegistryStore registry;
    private final NodeSettings settings;
    private final ObserverTransport connections;
    /** When the current stamp of each member was first seen; for the leases. */
    private final Map<Incarnation, SeenStamp> stamps = new TreeMap<>();

    private long lastNumber;
    private boolean closed;

    /** What is being asked; the loop's. */
    private Round round = new Round(0, List.of());

    private record SeenStamp(long stamp, long sinceNanos) {}

    /** One question to several members, until all have answered or the time is up. */
    private static final class Round {

        private final long number;
        private final List<Incarnation> asked;
        private final SortedMap<Incarnation, Packet> replies = new TreeMap<>();
        private final CompletableFuture<Void> complete = new CompletableFuture<>();

        Round(long number, List<Incarnation> asked) {
            this.number = number;
            this.asked = asked;
            completeIfAllAnswered();
        }

        void receive(Incarnation from, long to, Packet reply) {
            if (to == number && asked.contains(from)) {
                replies.put(from, reply);
                completeIfAllAnswered();
            }
        }

        private void completeIfAllAnswered() {
            if (replies.size() == asked.size()) {
                complete.complete(null);
            }
        }
    }

    private ClusterObserver(String cluster, RegistryStore registry, ClusterState state) throws IOException {
        this.cluster = cluster;
        this.registry = registry;
        settings = settings(cluster, state);
        connections = ObserverTransport.open(
                settings,
                state,
                NetworkOptions.of(Configuration.ofProcess()),
                ObserverTransport.Way.AS_MEMBERS,
                new Replies());
    }

    /**
     * Begins to look at the cluster that is registered in this directory.
     *
     * @return empty if there is no such cluster. Nothing is created then.
     * @throws RegistryUnavailableException if the registry cannot be read
     * @throws IncompatibleSettingsException if the directory is that of another cluster, or the cluster's protocol is another one
     * @throws UncheckedIOException if the directory cannot be used
     */
    public static Optional<ClusterObserver> open(String cluster, Path directory) {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            RegistryStore registry = FileRegistryStore.ofObserver(directory);
            Optional<ClusterState> state = read(cluster, registry);
            return state.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ClusterObserver(cluster, registry, state.get()));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the registry in " + directory + " cannot be used: " + FailureText.of(e)
                            + "; choose another directory",
                    e);
        }
    }

    /**
     * Returns whether a cluster is registered in this directory. Creates nothing.
     *
     * @throws IOException if that cannot be found out
     */
    public static boolean exists(Path directory) throws IOException {
        return Files.isDirectory(directory)
                && !FileRegistryStore.ofObserver(directory).read(READ_TIMEOUT).isEmpty();
    }

    private static Optional<ClusterState> read(String cluster, RegistryStore registry) {
        try {
            TaggedBytes seen = registry.read(READ_TIMEOUT);
            return seen.isEmpty() ? Optional.empty() : Optional.of(ClusterStateText.read(seen.content()));
        } catch (IOException | CorruptRegistryException e) {
            throw new RegistryUnavailableException("cannot read the registry of cluster '" + cluster + "': "
                    + (e instanceof IOException failure ? FailureText.of(failure) : e.getMessage()));
        }
    }

    /**
     * Begins to look at the cluster whose registry has this URL; see {@link PeerlockBuilder#registry(String)}.
     *
     * @return empty if there is no such cluster. Nothing is created then.
     * @throws RegistryUnavailableException if the registry cannot be read
     * @throws IncompatibleSettingsException if the registry is that of another cluster, or the cluster's protocol is another one
     * @throws IllegalArgumentException if the URL cannot be understood
     * @throws UncheckedIOException if the registry cannot be opened
     */
    public static Optional<ClusterObserver> open(String cluster, String url) {
        if (RegistryStores.scheme(url).equals("file")) {
            return open(cluster, FileRegistryStoreProvider.directory(url));
        }
        RegistryStore registry;
        try {
            registry = RegistryStores.open(url, cluster);
        } catch (IOException e) {
            throw new UncheckedIOException("the registry cannot be opened: " + FailureText.of(e), e);
        }
        try {
            Optional<ClusterState> state = read(cluster, registry);
            if (state.isPresent()) {
                return Optional.of(new ClusterObserver(cluster, registry, state.get()));
            }
            registry.close();
            return Optional.empty();
        } catch (IOException e) {
            registry.close();
            throw new UncheckedIOException(FailureText.of(e), e);
        } catch (RuntimeException e) {
            registry.close();
            throw e;
        }
    }

    private static NodeSettings settings(String cluster, ClusterState state) {
        if (!state.cluster().equals(cluster)) {
            throw new IncompatibleSettingsException(
                    "the directory is that of cluster '" + state.cluster() + "', not of '" + cluster + "'");
        }
        try {
            return ObserverSettings.of(state);
        } catch (IllegalArgumentException e) {
            throw new IncompatibleSettingsException(
                    "cluster '" + cluster + "' cannot be inspected by this version of Peerlock: " + e.getMessage()
                            + ". Use the same version in all processes",
                    e);
        }
    }

    /** All processes that are registered in the cluster and not proven to be dead. They get this long to answer. */
    public List<Member> members(Duration timeout) throws InterruptedException {
        ClusterState state = state();
        SortedMap<Incarnation, MemberRecord> members = living(state);
        Map<Incarnation, Packet> replies = ask(state, members, Packet.Probe::new, timeout);
        long now = System.nanoTime();
        List<Member> all = new ArrayList<>();
        members.forEach((id, record) -> {
            Packet.ProbeReply reply =
                    replies.get(id) instanceof Packet.ProbeReply given ? given : new Packet.ProbeReply(0, "", "");
            all.add(new Member(
                    new Peer(id.shortId(), record.address(), reply.label(), false),
                    reply.version(),
                    remainingLease(id, record, now),
                    state.current().has(id) ? state.current().epoch() : 0));
        });
        return List.copyOf(all);
    }

    /** As {@link Peerlock#inspect(String, Duration)}. */
    public Inspection inspect(String lock, Duration timeout) throws InterruptedException {
        String name = Peerlock.checked(lock);
        ClusterState state = state();
        SortedMap<Incarnation, MemberRecord> members = living(state);
        SortedMap<Incarnation, String> addresses = new TreeMap<>();
        members.forEach((id, record) -> addresses.put(id, record.address()));
        SortedMap<Incarnation, Packet.LockReply> answers = new TreeMap<>();
        ask(state, members, number -> new Packet.LockQuery(number, name), timeout)
                .forEach((id, reply) -> {
                    if (reply instanceof Packet.LockReply lockReply) {
                        answers.put(id, lockReply);
                    }
                });
        LockInquiryResult.Requester observer = new LockInquiryResult.Requester(connections.me(), false);
        return Inspector.inspection(
                new LockInquiryResult(name, observer, addresses, new TreeMap<>(), answers), Optional.empty());
    }

    /** As {@link Peerlock#clusterLocks}. */
    public List<LockUse> locks(Duration timeout) throws InterruptedException {
        ClusterState state = state();
        SortedMap<String, NodeOverview.KnownLock> sums = new TreeMap<>();
        ask(state, living(state), Packet.UsageQuery::new, timeout).values().forEach(reply -> {
            if (reply instanceof Packet.UsageReply usage) {
                usage.locks().forEach(lock -> sums.merge(lock.lock(), lock, NodeOverview.KnownLock::plus));
            }
        });
        return OverviewMapping.locks(List.copyOf(sums.values()));
    }

    private ClusterState state() {
        if (closed) {
            throw new IllegalStateException("this observer of cluster '" + cluster + "' was closed");
        }
        return read(cluster, registry)
                .orElseThrow(() -> new RegistryUnavailableException(
                        "the registry of cluster '" + cluster + "' was deleted meanwhile"));
    }

    private SortedMap<Incarnation, MemberRecord> living(ClusterState state) {
        SortedMap<Incarnation, MemberRecord> living = new TreeMap<>(state.members());
        living.remove(Incarnation.GENESIS);
        try {
            Set<String> dead = registry.deathDetector().dead();
            living.keySet().removeIf(member -> dead.contains(member.toString()));
        } catch (IOException e) {
            // Then nobody is proven to be dead.
        }
        return living;
    }

    private Duration remainingLease(Incarnation id, MemberRecord record, long now) {
        SeenStamp seen = stamps.get(id);
        if (seen == null || seen.stamp() != record.stamp()) {
            seen = new SeenStamp(record.stamp(), now);
            stamps.put(id, seen);
        }
        long waitNanos = settings.timing().expiryWaitNanosFor(record.lease()).orElse(Long.MAX_VALUE);
        return Duration.ofNanos(Math.max(0, waitNanos - (now - seen.sinceNanos())));
    }

    /** Asks all of them, and returns what those say who answer in time. */
    private Map<Incarnation, Packet> ask(
            ClusterState state,
            SortedMap<Incarnation, MemberRecord> members,
            LongFunction<Packet> question,
            Duration timeout)
            throws InterruptedException {
        Round next = new Round(++lastNumber, List.copyOf(members.keySet()));
        connections.loop().execute(() -> {
            round = next;
            connections.transport().updateMembers(state);
            next.asked.forEach(member -> connections.transport().send(member, question.apply(next.number)));
        });
        try {
            next.complete.get(Timeouts.toNanos(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // Those who have not answered are left out.
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
        CompletableFuture<Map<Incarnation, Packet>> replies = new CompletableFuture<>();
        connections.loop().execute(() -> replies.complete(new TreeMap<>(next.replies)));
        return replies.join();
    }

    /** On the loop. */
    private final class Replies implements Transport.Listener {

        @Override
        public void received(Incarnation from, Packet packet) {
            if (packet instanceof Packet.Reply reply) {
                round.receive(from, reply.number(), packet);
            } else if (packet instanceof Packet.ProbeReply reply) {
                round.receive(from, reply.number(), packet);
            }
        }

        @Override
        public void connected(Incarnation other) {
            // It is asked as soon as there is a connection.
        }

        @Override
        public void disconnected(Incarnation other) {
            // Then it does not answer.
        }
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        registry.close();
        connections.close();
    }
}
