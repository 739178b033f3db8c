package org.peerlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.internal.runtime.LiveRuntime;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.registry.RegistryStore;

/**
 * How a process joins a cluster. What is marked as <em>shared</em> must be the same in all processes of a cluster: the first one
 * writes it into the registry, and a process that differs is refused.
 */
public final class PeerlockBuilder {

    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final int MANY_NAMES = 10_000;

    private final String cluster;
    private @Nullable RegistryStore registry;
    private @Nullable Path directory;
    private CatalogueEntry<?, ?> algorithm = entry("naimi-trehel");
    private final SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
    private Duration lease = Duration.ofSeconds(6);
    private int clockDriftPpm = 10_000;
    private boolean useClusterSettings;
    private int cohort = 4;
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private Executor executor = ForkJoinPool.commonPool();
    private String label = ProcessLabel.ofProcess();
    private Duration joinTimeout = Duration.ofSeconds(30);

    PeerlockBuilder(String cluster) {
        if (!CLUSTER.matcher(cluster).matches()) {
            throw new IllegalArgumentException("a cluster's name has 1 to 64 letters, digits, '.', '_' or '-', and"
                    + " does not begin with '.', unlike '" + cluster + "'");
        }
        this.cluster = cluster;
    }

    /** The directory, on a local disk, in which the processes of this machine meet; by default one in the user's home. */
    public PeerlockBuilder directory(Path meetingPlace) {
        directory = meetingPlace;
        registry = null;
        return this;
    }

    /** Where the members are kept, if not in a directory of this machine. */
    public PeerlockBuilder registry(RegistryStore store) {
        registry = store;
        directory = null;
        return this;
    }

    /**
     * Shared: the algorithm that decides which process has a lock, by its name.
     *
     * @throws IllegalArgumentException if there is none of this name that can be used live
     */
    public PeerlockBuilder algorithm(String id) {
        algorithm = entry(id);
        LiveAlgorithms.refusal(algorithm, Capacity.Kind.MUTEX).ifPresent(reason -> {
            throw new IllegalArgumentException(id + " cannot be used live: " + reason);
        });
        return this;
    }

    /**
     * Shared: the algorithm that decides about all locks whose names begin so, if it serves their kind; the longest beginning counts.
     * So {@code raymond-k} can be had for semaphores of which no process needs more than one permit at a time.
     *
     * @throws IllegalArgumentException if there is none of this name that can be used live
     */
    public PeerlockBuilder algorithm(String prefix, String id) {
        byPrefix.put(prefix, entry(id));
        return this;
    }

    private static CatalogueEntry<?, ?> entry(String id) {
        CatalogueEntry<?, ?> found = Catalogue.find(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no algorithm '" + id + "'; there are: "
                        + LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                                .map(CatalogueEntry::id)
                                .collect(Collectors.joining(", "))));
        return found;
    }

    /**
     * Shared: how long a process that cannot be reached keeps its locks, 6 seconds by default. The shorter, the sooner others
     * get the locks of a process that has died; but whoever stands still for longer loses its own.
     */
    public PeerlockBuilder lease(Duration duration) {
        lease = duration;
        return this;
    }

    /** Shared: by how many millionths the clocks of the machines may be too fast or too slow; 10000, which is 1 %, by default. */
    public PeerlockBuilder clockDriftPpm(int ppm) {
        clockDriftPpm = ppm;
        return this;
    }

    /**
     * Takes all that is shared from the registry, whatever was chosen here: for a process that has to fit into any cluster, to
     * look at it, for instance. Only if nothing is in the registry does this process decide. It is looked there once, when it
     * joins, and not again if the registry cannot be read at that moment.
     */
    public PeerlockBuilder useClusterSettings() {
        useClusterSettings = true;
        return this;
    }

    /**
     * How many threads of this process may have a lock in turn once another process wants it, the current one included: from 1,
     * so that processes take turns, to 14; 4 by default.
     */
    public PeerlockBuilder cohort(int grants) {
        cohort = grants;
        return this;
    }

    /** Where to listen for the other processes; by default any free port of the loopback address. */
    public PeerlockBuilder address(InetSocketAddress listen) {
        address = listen;
        return this;
    }

    /**
     * What runs the application's listeners, and what follows on asynchronous requests; by default the common pool. It must use
     * other threads than the one that gives it something to run, which does the node's work: as long as that one is busy, the
     * node does nothing, and may lose its locks.
     */
    public PeerlockBuilder executor(Executor runner) {
        executor = runner;
        return this;
    }

    /**
     * What to call this process to whoever asks who holds a lock: up to 100 characters; by default its number and the name of its
     * main class.
     */
    public PeerlockBuilder label(String text) {
        label = ProcessLabel.checked(text);
        return this;
    }

    /** How long {@link #join} waits to become a member; 30 seconds by default. */
    public PeerlockBuilder joinTimeout(Duration duration) {
        joinTimeout = duration;
        return this;
    }

    /**
     * Joins, and waits until this process is a member.
     *
     * @throws RegistryUnavailableException if that takes too long, or {@linkplain #useClusterSettings settings} cannot be read
     * @throws IllegalStateException if this process cannot be a member, because others use other settings or another version; or if no directory
     *     was chosen, and the user has no home
     * @throws IllegalArgumentException if a setting makes no sense
     * @throws UncheckedIOException if the directory cannot be used, or the address not be listened at
     */
    public Peerlock join() throws InterruptedException {
        NodeSettings own = settings();
        RegistryStore registry = registry();
        NodeSettings settings = useClusterSettings ? SharedSettings.adopt(own, registry, joinTimeout) : own;
        if (registry instanceof NodeRuntime.Factory simulation) {
            return new Peerlock(cluster, settings.timing(), simulation);
        }
        return new Peerlock(cluster, settings.timing(), observer -> start(settings, registry, observer))
                .joined(joinTimeout);
    }

    private NodeRuntime start(NodeSettings settings, RegistryStore registry, NodeObserver observer) {
        try {
            return LiveRuntime.start(settings, address, registry, executor, observer);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen at " + address + ": " + e, e);
        }
    }

    private NodeSettings settings() {
        return new NodeSettings(
                cluster,
                new AlgorithmSelection(algorithm, byPrefix),
                new Timing(LocalNode.toNanos(lease), clockDriftPpm),
                "",
                label,
                Version.OF_LIBRARY,
                cohort,
                MANY_NAMES);
    }

    /** Not any directory will do: who takes another one than the others shares no lock with them, and does not notice. */
    private static Path home() {
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new IllegalStateException(
                    "this user has no home in which the processes could meet: the system property user.home is '" + home
                            + "'; choose a directory");
        }
        return home;
    }

    private RegistryStore registry() {
        RegistryStore chosen = registry;
        if (chosen != null) {
            return chosen;
        }
        Path chosenDirectory = directory;
        Path place = chosenDirectory != null
                ? chosenDirectory
                : home().resolve(".peerlock").resolve(cluster);
        try {
            return new FileRegistryStore(place);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the registry cannot be kept in " + place + ": " + e + "; choose another directory", e);
        }
    }
}
