package org.peerlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.configuration.Setting;
import org.peerlock.internal.engine.settings.AlgorithmSelection;
import org.peerlock.internal.engine.settings.LiveAlgorithms;
import org.peerlock.internal.engine.settings.NodeLimits;
import org.peerlock.internal.engine.settings.NodeSettings;
import org.peerlock.internal.engine.settings.Timing;
import org.peerlock.internal.runtime.LiveRuntime;
import org.peerlock.internal.runtime.NodeObserver;
import org.peerlock.internal.runtime.NodeRuntime;
import org.peerlock.internal.text.DurationParser;
import org.peerlock.internal.text.DurationText;
import org.peerlock.internal.text.FailureText;
import org.peerlock.internal.transport.ListenAddress;
import org.peerlock.internal.transport.NetworkOptions;
import org.peerlock.internal.transport.NetworkSettings;
import org.peerlock.internal.transport.PemFiles;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreFactory;
import org.peerlock.registry.RegistryStores;

/**
 * Configures how this process joins a cluster. Every setting has a default that suits processes of
 * one user on one machine.
 *
 * <p><b>Shared settings</b>, the {@linkplain #algorithm(String) algorithms} and the
 * {@linkplain #registryOutage outage to outlive}, must be equal in all processes of a cluster. The first process writes them into the registry, and {@link #join} refuses
 * a process whose settings differ. The other settings may differ from process to process; but
 * processes with different directories or registries never meet, and share no locks.
 *
 * <p><b>Without code</b> most settings can be made by a system property such as {@code peerlock.lease}, else by an environment
 * variable such as {@code PEERLOCK_LEASE}, else in a file {@code peerlock.properties} on the class path, or the one that
 * {@code peerlock.config} or {@code PEERLOCK_CONFIG} names. What the code says is stronger. {@link #join} reads them.
 *
 * <p>Each method checks its argument at once. A builder is not thread-safe.
 */
public final class PeerlockBuilder {

    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final Duration LONGEST_LEASE = Duration.ofHours(1);
    private static final int GREATEST_DRIFT_PPM = 500_000;
    private static final int LARGEST_COHORT = 14;
    private static final Duration USUAL_LEASE = Duration.ofSeconds(6);
    private static final Duration LONGEST_OUTAGE = Duration.ofHours(1);
    private static final Duration USUAL_JOIN_TIMEOUT = Duration.ofSeconds(30);

    /** Null if the configuration names it. */
    private final @Nullable String chosenCluster;
    /** What is set outside the code; read when a process joins. */
    private Configuration configuration = Configuration.NONE;
    /** The application's own store; null if this builder opens one. */
    private @Nullable RegistryStore store;
    /** Opens the store; null for the default. */
    private @Nullable RegistryStoreFactory factory;

    private CatalogueEntry<?, ?> algorithm = entry("naimi-trehel");
    private final SortedMap<String, CatalogueEntry<?, ?>> byPrefix = new TreeMap<>();
    /** Null for the default. */
    private @Nullable Duration lease;

    private int clockDriftPpm = 10_000;
    private boolean useClusterSettings;
    private int cohort = 4;
    private NetworkOptions network = NetworkOptions.NONE;
    private Executor executor = ForkJoinPool.commonPool();
    /** Null for the default. */
    private @Nullable String label;
    /** Null for the default. */
    private @Nullable Duration joinTimeout;
    /** Null for the default. */
    private @Nullable Duration registryOutage;
    /** Null for the default. */
    private @Nullable ShutdownMode shutdownMode;
    /** Null for the default. */
    private @Nullable Duration gracePeriod;

    PeerlockBuilder(@Nullable String cluster) {
        chosenCluster = cluster == null ? null : checkedCluster(cluster);
    }

    private static String checkedCluster(String cluster) {
        if (!CLUSTER.matcher(cluster).matches()) {
            throw new IllegalArgumentException("a cluster's name has 1 to 64 letters, digits, '.', '_' or '-', and"
                    + " does not begin with '.', unlike '" + cluster + "'");
        }
        return cluster;
    }

    private String cluster() {
        return chosenCluster != null
                ? chosenCluster
                : configuration
                        .find(Setting.CLUSTER, PeerlockBuilder::checkedCluster)
                        .orElseThrow(
                                () -> new IllegalStateException("no cluster is named: name one in the code, or by the"
                                        + " environment variable " + Setting.CLUSTER.variable()
                                        + ", the system property "
                                        + Setting.CLUSTER.property() + ", or that property in peerlock.properties"));
    }

    private <T> T or(@Nullable T chosen, Setting setting, Function<String, T> parser, T usual) {
        return chosen != null ? chosen : configuration.find(setting, parser).orElse(usual);
    }

    /**
     * The directory in which the processes of this machine keep the registry.
     *
     * <p>It must be on a local disk, and all processes must be able to write to it. Must be the same
     * directory in all processes. The same as {@link #registry(String)} with {@code file:} and the
     * path.
     */
    public PeerlockBuilder directory(Path path) {
        return registry("file:" + path);
    }

    /**
     * Where the registry is, by a URL: {@code file:/some/directory} on one machine,
     * {@code jdbc:postgresql://host/database}, {@code etcd://host1,host2,host3/prefix},
     * {@code zk://host1,host2,host3/path} or {@code k8s://namespace/name} on several. Each of these
     * but {@code file:} needs an artifact of its own, and can serve many clusters.
     *
     * <p>Must lead to the same registry in all processes. Default: the environment variable
     * {@code PEERLOCK_REGISTRY}; if it is not set, the directory {@code .peerlock/<cluster>} in the
     * user's home directory.
     *
     * @throws IllegalArgumentException if no artifact on the class path opens such a URL
     */
    public PeerlockBuilder registry(String where) {
        String url = checkedUrl(where);
        return registry((RegistryStoreFactory) name -> RegistryStores.open(url, name));
    }

    /**
     * What opens the store that keeps the registry, such as {@code JdbcRegistryStore.of(dataSource)}.
     * The store is closed together with the node.
     *
     * <p>Must lead to the same registry in all processes. Replaces {@link #directory} and
     * {@link #registry(String)}.
     */
    public PeerlockBuilder registry(RegistryStoreFactory registryStoreFactory) {
        factory = registryStoreFactory;
        store = null;
        return this;
    }

    /**
     * The store that keeps the registry. The application closes it when all nodes that use it are
     * closed.
     *
     * <p>Must lead to the same registry in all processes. Replaces {@link #directory} and
     * {@link #registry(String)}. Every member writes to it six times in the time of a lease, or lets
     * another member write for it.
     */
    public PeerlockBuilder registry(RegistryStore registryStore) {
        store = registryStore;
        factory = null;
        return this;
    }

    /**
     * The algorithm that decides which process has a lock, by its id. It serves all exclusive locks,
     * and the other kinds if it can; if not, a default algorithm serves those.
     *
     * <p>All processes of a cluster use the same algorithms: those that the first process asked for.
     * They change when all processes ask for the same other ones. So restart one process after the
     * other with another algorithm; locks that others hold stay held.
     *
     * <p>Default: {@code naimi-trehel}, which needs few messages, however many processes there are.
     *
     * @throws IllegalArgumentException if there is no algorithm with this id, or it cannot be used
     *     live
     */
    public PeerlockBuilder algorithm(String id) {
        CatalogueEntry<?, ?> found = entry(id);
        LiveAlgorithms.refusal(found, Capacity.Kind.MUTEX).ifPresent(reason -> {
            throw new IllegalArgumentException(id + " cannot be used for exclusive locks of live processes: " + reason);
        });
        algorithm = found;
        return this;
    }

    /**
     * The algorithm for all locks whose names begin with a prefix, if it serves their kind. The
     * longest prefix counts. For example, {@code raymond-k} suits semaphores of which no process
     * needs more than one permit at a time.
     *
     * <p>The processes of a cluster agree on it as on {@link #algorithm(String)}. When they change to
     * an algorithm that gives fewer permits, waiting requests for more are refused; what is held
     * stays held.
     *
     * <p>Default: none; {@link #algorithm(String)} decides about all locks.
     *
     * @throws IllegalArgumentException if there is no algorithm with this id
     */
    public PeerlockBuilder algorithm(String prefix, String id) {
        byPrefix.put(prefix, entry(id));
        return this;
    }

    private static CatalogueEntry<?, ?> entry(String id) {
        return Catalogue.find(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no algorithm '" + id + "'; there are: "
                        + LiveAlgorithms.all(Capacity.Kind.MUTEX).stream()
                                .map(CatalogueEntry::id)
                                .collect(Collectors.joining(", "))));
    }

    /**
     * For how long this process keeps its locks if it cannot renew its lease. Other processes of the
     * cluster may have another one.
     *
     * <p>Default: 6 seconds. Range: 100 milliseconds to 1 hour, in whole milliseconds.
     *
     * <p>A longer lease costs time after a crash: the locks of a process that died are free only
     * when its lease has expired, unless its death can be proved, as on one machine under Linux. A
     * shorter lease costs stability: a process that is paused for longer, by a garbage collection
     * or a busy machine, loses its locks; and it costs writes, because every process writes to the
     * registry six times in the time of a lease. Below a second, even short pauses of the disk
     * matter.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public PeerlockBuilder lease(Duration duration) {
        lease = checkedLease(duration);
        return this;
    }

    private static Duration checkedLease(Duration duration) {
        boolean inRange = duration.compareTo(SHORTEST_LEASE) >= 0 && duration.compareTo(LONGEST_LEASE) <= 0;
        if (!inRange || duration.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("a lease lasts from " + DurationText.of(SHORTEST_LEASE) + " to "
                    + DurationText.of(LONGEST_LEASE) + ", in whole milliseconds, not " + DurationText.of(duration));
        }
        return duration;
    }

    /**
     * By how many parts per million the clock of a machine may run too fast or too slow.
     *
     * <p>Default: 10,000, which is 1 %. Range: 0 to 500,000. Raising it makes the others wait
     * longer for the lease of a process that does not respond: at 1 %, 2 % longer. Of the bounds of
     * two processes the greater one counts. If a clock drifts further than that, two processes may
     * hold a lock at once.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public PeerlockBuilder clockDriftPpm(int ppm) {
        if (ppm < 0 || ppm > GREATEST_DRIFT_PPM) {
            throw new IllegalArgumentException(
                    "a clock drifts by 0 to " + GREATEST_DRIFT_PPM + " parts per million, not " + ppm);
        }
        clockDriftPpm = ppm;
        return this;
    }

    /**
     * The same in all processes: the longest outage of the registry through which members keep their locks. While the
     * registry does not answer, the members keep each other's leases alive, as long as all of them
     * live and reach each other; locks pass from process to process as always. It suits a registry
     * whose server may be replaced, such as a managed database: choose it longer than that takes.
     *
     * <p>Default: the environment variable {@code PEERLOCK_REGISTRY_OUTAGE}, such as {@code 90s}.
     * Without it, zero: all processes lose their locks when the registry has not answered for a
     * lease. Range: zero, or up to 1 hour, in whole milliseconds.
     *
     * <p>It costs time when nobody is left to ask: at the very first start, and when all processes
     * have crashed and their deaths cannot be proved, {@link #join} waits for about this time
     * instead of a lease. The {@link #joinTimeout} must be longer.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public PeerlockBuilder registryOutage(Duration longest) {
        registryOutage = checkedOutage(longest);
        return this;
    }

    static Duration parsedOutage(String text) {
        return checkedOutage(DurationParser.parse(text));
    }

    private static Duration checkedOutage(Duration longest) {
        boolean inRange = !longest.isNegative() && longest.compareTo(LONGEST_OUTAGE) <= 0;
        if (!inRange || longest.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("an outage of the registry to outlive lasts up to "
                    + DurationText.of(LONGEST_OUTAGE) + ", in whole milliseconds, not " + DurationText.of(longest));
        }
        return longest;
    }

    /**
     * Takes whatever algorithms the cluster has, also when they change, and the longest lease of its
     * members with the greatest clock drift, and ignores what was set here. It suits a process that
     * must fit into any cluster, such as a tool. If the registry is empty, the settings of this
     * builder count.
     *
     * <p>Default: off. The registry is read once for it, by {@link #join}, which fails if that is
     * not possible.
     */
    public PeerlockBuilder useClusterSettings() {
        useClusterSettings = true;
        return this;
    }

    /**
     * The greatest number of grants that this process makes to its own threads, one after the
     * other, once another process wants the lock; the current one included.
     *
     * <p>Default: 4. Range: 1 to 14. With 1 the processes take strict turns. Raising it costs
     * fairness between processes, and saves messages: the lock changes the process less often. It
     * may differ from process to process.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public PeerlockBuilder cohort(int grants) {
        if (grants < 1 || grants > LARGEST_COHORT) {
            throw new IllegalArgumentException("a cohort has 1 to " + LARGEST_COHORT + " grants, not " + grants);
        }
        cohort = grants;
        return this;
    }

    /**
     * Where this process listens for the others: {@code host:port}, {@code host:first-last} for the
     * first free port of a range, {@code host} for any free port, {@code :port} for all interfaces.
     * An IPv6 address is in brackets: {@code [::1]:7100}.
     *
     * <p>Default: the environment variable {@code PEERLOCK_LISTEN}. Without it, any free port: of
     * the loopback interface if the registry is on this machine, otherwise of all interfaces.
     *
     * @throws IllegalArgumentException if it is not such an address
     */
    public PeerlockBuilder listen(String address) {
        network = network.withListen(ListenAddress.parse(address));
        return this;
    }

    /**
     * The address at which the other processes reach this one, if it is not the one at which it
     * listens, as behind address translation: {@code host:port}, or {@code host} with the port at
     * which it listens. A name is looked up for each connection.
     *
     * <p>Default: the environment variable {@code PEERLOCK_ADVERTISE}. Without it, the address from
     * which this process reaches the registry. {@link #join} refuses an address that other machines
     * cannot reach if the registry is on another machine.
     *
     * @throws IllegalArgumentException if it is not such an address
     */
    public PeerlockBuilder advertise(String address) {
        network = network.withAdvertise(ListenAddress.parse(address));
        return this;
    }

    /**
     * Uses certificates that an authority of yours has signed, instead of those that Peerlock makes
     * itself. All processes must do so, and all certificates must have the required name. The files
     * are in PEM format, and are read again when they have changed.
     *
     * <p>Default: the environment variables {@code PEERLOCK_TLS_CERTIFICATE},
     * {@code PEERLOCK_TLS_KEY}, {@code PEERLOCK_TLS_AUTHORITIES} and {@code PEERLOCK_TLS_NAME}. If
     * none is set, every process makes a key and a certificate, and the registry vouches for it:
     * there is nothing to configure.
     *
     * @param certificate of this process, with intermediate certificates after it; it must be good
     *     for clients and for servers
     * @param key the private key, unencrypted, in PKCS#8
     * @param authorities the certificates of the authorities
     * @param requiredName a DNS name in all certificates of the cluster, as subject alternative name
     */
    public PeerlockBuilder certificates(Path certificate, Path key, Path authorities, String requiredName) {
        network = network.withFiles(new PemFiles(certificate, key, authorities, requiredName));
        return this;
    }

    /**
     * Does not encrypt the connections between machines. <b>Everybody on the way can then read the
     * names of locks, and can change messages: so they can make two processes hold one lock.</b> Use
     * it only in a network that protects its connections itself. All processes must do so.
     *
     * <p>Default: off, unless the environment variable {@code PEERLOCK_INSECURE_PLAIN_TEXT} is
     * {@code true}. Processes of one machine that use a loopback address do not encrypt.
     */
    public PeerlockBuilder insecurePlainText() {
        network = network.withPlainText();
        return this;
    }

    /**
     * The executor that runs the application's listeners, and the dependents of
     * {@link DistributedLock#acquireAsync}.
     *
     * <p>Default: {@link ForkJoinPool#commonPool}. Whatever it does, the locks of this process are
     * not affected: it may be full, block, or run a task on the thread that submits it. But events
     * arrive late while it is busy.
     */
    public PeerlockBuilder executor(Executor runner) {
        executor = runner;
        return this;
    }

    /**
     * What {@link Peerlock#inspect}, {@link Peerlock#members} and the log call this process.
     *
     * <p>Default: the name of the main class and the process id. Range: up to 100 characters.
     *
     * @throws IllegalArgumentException if it is too long, or is not well-formed Unicode text
     */
    public PeerlockBuilder label(String text) {
        label = ProcessLabel.checked(text);
        return this;
    }

    /**
     * How long {@link #join} waits until this process is a member.
     *
     * <p>Default: 30 seconds; with a lease or a {@link #registryOutage} of 15 seconds or more, as much
     * longer. Range: any; zero or less does not wait. With a {@code registryOutage}, it must be
     * longer than that outage and a lease. Choose it longer than the lease: a process
     * that died without a proof of its death makes {@code join} wait until its lease has expired, and
     * so does a new registry, unless it is in files. If the time ends, {@code join} may need up to two leases more
     * to leave again before it throws.
     */
    public PeerlockBuilder joinTimeout(Duration duration) {
        joinTimeout = duration;
        return this;
    }

    /**
     * What happens to the locks of this process when its JVM shuts down.
     *
     * <p>Default: {@link ShutdownMode#LEAVE_AT_ONCE}. A service whose work must not be cut off when it is restarted chooses
     * {@link ShutdownMode#DRAIN} or {@link ShutdownMode#AWAIT_CLOSE}, and a {@link #gracePeriod} that is longer than the work.
     */
    public PeerlockBuilder shutdown(ShutdownMode mode) {
        shutdownMode = mode;
        return this;
    }

    /**
     * For how long the holders of this process may finish when it leaves by {@link Peerlock#close()}, and when
     * its JVM shuts down, if {@link #shutdown} lets them. What is still held then is given up.
     *
     * <p>Default: the lease. Range: zero or more. The process must be given more time than that before
     * it is killed, and a lease to leave: in Kubernetes choose a longer {@code terminationGracePeriodSeconds}.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public PeerlockBuilder gracePeriod(Duration duration) {
        gracePeriod = checkedGracePeriod(duration);
        return this;
    }

    private static Duration checkedGracePeriod(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a grace period is not negative, unlike " + DurationText.of(duration));
        }
        return duration;
    }

    private ShutdownSettings shutdownSettings(Timing timing) {
        ShutdownSettings usual = ShutdownSettings.usual(timing);
        Duration grace = or(
                gracePeriod,
                Setting.GRACE_PERIOD,
                text -> checkedGracePeriod(DurationParser.parse(text)),
                Duration.ofNanos(usual.graceNanos()));
        return new ShutdownSettings(
                or(shutdownMode, Setting.SHUTDOWN, ShutdownMode::parse, usual.mode()), Timeouts.toNanos(grace));
    }

    /**
     * Joins the cluster, and waits until this process is a member. The process leaves when the
     * returned object is closed, or when the JVM shuts down: see {@link #shutdown}.
     *
     * @throws RegistryUnavailableException if that takes longer than the {@link #joinTimeout},
     *     although the settings fit; or the {@linkplain #useClusterSettings settings of the
     *     cluster} cannot be read
     * @throws IncompatibleSettingsException if the cluster has other shared settings, or another
     *     version of the library
     * @throws IllegalStateException if no cluster is named; if no registry was set, and the user has no home directory; or
     *     if the JVM is shutting down
     * @throws IllegalArgumentException if the URL of the registry or a setting outside the code cannot
     *     be understood, or other machines cannot reach the address to advertise, although the
     *     registry is on one of them; or if the {@link #joinTimeout} is too short for the
     *     {@link #registryOutage}
     * @throws UncheckedIOException if the registry cannot be opened, the address is not available,
     *     or the files with certificates cannot be used
     * @throws InterruptedException if the thread is interrupted while it waits; the process is not
     *     a member then
     */
    public Peerlock join() throws InterruptedException {
        long begin = System.nanoTime();
        configuration = Configuration.ofProcess();
        RegistryStore own = store;
        if (own instanceof NodeRuntime.Factory simulation) {
            Timing timing = settings().timing();
            return new Peerlock(cluster(), timing, shutdownSettings(timing), simulation);
        } else if (own != null) {
            return join(own, false, begin);
        }
        RegistryStore opened = open();
        try {
            return join(opened, true, begin);
        } catch (RuntimeException | InterruptedException e) {
            opened.close();
            throw e;
        }
    }

    /** @param begin when the caller began to wait: opening the store and starting the node count, too */
    private Peerlock join(RegistryStore registryStore, boolean closesStore, long begin) throws InterruptedException {
        NodeSettings own = settings();
        requireTimeToJoin(own);
        NodeSettings settings = useClusterSettings ? SharedSettings.adopt(own, registryStore, timeToJoin(own)) : own;
        NetworkSettings where = resolveNetwork(registryStore);
        return new Peerlock(
                        cluster(),
                        settings.timing(),
                        shutdownSettings(settings.timing()),
                        observer -> start(settings, where, registryStore, closesStore, observer))
                .joined(timeToJoin(settings), begin);
    }

    /** If all members of before are dead, and nobody can prove it, a node waits for them first. */
    private void requireTimeToJoin(NodeSettings settings) {
        Duration needed = longestHold(settings).plusNanos(settings.timing().expiryWaitNanos());
        Duration timeout = chosenJoinTimeout();
        if (timeout != null && settings.outageMillis() > 0 && timeout.compareTo(needed) <= 0) {
            throw new IllegalArgumentException("a process that joins may have to wait for "
                    + DurationText.ofMillis(needed.toMillis())
                    + ", because the registryOutage is " + DurationText.ofMillis(settings.outageMillis())
                    + "; choose a longer joinTimeout than " + DurationText.of(timeout));
        }
    }

    private Duration timeToJoin(NodeSettings settings) {
        Duration timeout = chosenJoinTimeout();
        if (timeout != null) {
            return timeout;
        }
        Duration wait = longestHold(settings);
        boolean isShort = wait.compareTo(USUAL_JOIN_TIMEOUT.dividedBy(2)) < 0;
        return isShort ? USUAL_JOIN_TIMEOUT : USUAL_JOIN_TIMEOUT.plusSeconds(wait.toSeconds());
    }

    private @Nullable Duration chosenJoinTimeout() {
        return joinTimeout != null
                ? joinTimeout
                : configuration
                        .find(Setting.JOIN_TIMEOUT, DurationParser::parse)
                        .orElse(null);
    }

    /** How long others wait until a member that they know nothing of certainly holds nothing any more. */
    private static Duration longestHold(NodeSettings settings) {
        return Duration.ofNanos(
                settings.timing().expiryWaitNanosFor(settings.longestHold()).orElseThrow());
    }

    private NetworkSettings resolveNetwork(RegistryStore registryStore) {
        try {
            return network.orElse(NetworkOptions.of(configuration)).resolve(registryStore);
        } catch (IOException e) {
            throw new UncheckedIOException(FailureText.of(e), e);
        }
    }

    private NodeRuntime start(
            NodeSettings settings,
            NetworkSettings where,
            RegistryStore registryStore,
            boolean closesStore,
            NodeObserver observer) {
        try {
            return LiveRuntime.start(settings, where, registryStore, closesStore, executor, observer);
        } catch (IOException e) {
            throw new UncheckedIOException(FailureText.of(e), e);
        }
    }

    private NodeSettings settings() {
        Duration outage = or(registryOutage, Setting.REGISTRY_OUTAGE, PeerlockBuilder::parsedOutage, Duration.ZERO);
        Duration leaseTime = or(lease, Setting.LEASE, text -> checkedLease(DurationParser.parse(text)), USUAL_LEASE);
        return new NodeSettings(
                        cluster(),
                        new AlgorithmSelection(algorithm, byPrefix),
                        new Timing(leaseTime.toNanos(), clockDriftPpm),
                        "",
                        or(label, Setting.LABEL, ProcessLabel::checked, ProcessLabel.ofProcess()),
                        Version.OF_LIBRARY,
                        cohort,
                        NodeLimits.NORMAL)
                .withOutage(outage.toMillis());
    }

    /**
     * There is no other default: a process that chose another directory would share no locks with
     * the rest, unnoticed.
     */
    private static Path home() {
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new IllegalStateException("this user has no home directory for the registry: the system property"
                    + " user.home is '" + home + "'; choose a registry");
        }
        return home;
    }

    private String defaultUrl() {
        return configuration
                .find(Setting.REGISTRY, PeerlockBuilder::checkedUrl)
                .orElseGet(() -> "file:" + home().resolve(".peerlock").resolve(cluster()));
    }

    private static String checkedUrl(String url) {
        var unused = RegistryStores.provider(url);
        return url;
    }

    private RegistryStore open() {
        RegistryStoreFactory chosen = factory;
        try {
            return chosen == null ? RegistryStores.open(defaultUrl(), cluster()) : chosen.open(cluster());
        } catch (IOException e) {
            throw new UncheckedIOException(FailureText.of(e), e);
        }
    }
}
