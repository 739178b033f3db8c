package org.peerlock.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.doctor.RegistryMeasurement.Content;
import org.peerlock.cli.doctor.RegistryMeasurement.Writes;
import org.peerlock.cli.registry.RegistryCheck;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.ClusterStateText;
import org.peerlock.internal.cluster.CorruptRegistryException;
import org.peerlock.internal.cluster.Incarnation;
import org.peerlock.internal.observer.ObserverSettings;
import org.peerlock.internal.registry.FileRegistryStore;
import org.peerlock.internal.registry.FileRegistryStoreProvider;
import org.peerlock.internal.registry.PrivateDirectory;
import org.peerlock.internal.text.FailureText;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** Looks at the registry. Creates nothing, and writes nothing to the record of the cluster. */
final class RegistryExaminer implements AutoCloseable {

    /** Enough for a first contact. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int READS = 10;
    private static final int WRITES = 100;

    /** A registry needs some kilobytes. */
    private static final long LEAST_SPACE = 1L << 20;

    private final String cluster;
    private final String url;
    private final boolean local;
    private final boolean writes;

    private @Nullable RegistryStore store;
    private @Nullable ClusterState state;

    private Content content = Content.UNKNOWN;
    private String registry;
    private String problem = "";
    private String nodeProblem = "";
    private String versionProblem = "";
    private double firstReadMillis;
    private final List<Double> readMillis = new ArrayList<>();
    private Map<String, String> settings = Map.of();
    private String durability = "";
    private String durabilityProblem = "";
    private @Nullable Writes written;

    /** @param writes whether to make test writes to another record */
    RegistryExaminer(String cluster, String url, boolean writes) {
        this.cluster = cluster;
        this.url = url;
        this.writes = writes;
        local = RegistryStores.scheme(url).equals("file");
        registry = local ? "the directory " + directory() : "the registry (" + RegistryStores.scheme(url) + ")";
    }

    /** The store, if it could be opened; to be closed by this object. */
    Optional<RegistryStore> store() {
        return Optional.ofNullable(store);
    }

    /** The content of the registry, if it is that of the cluster. */
    Optional<ClusterState> state() {
        return Optional.ofNullable(state);
    }

    /** Whether all processes of the cluster run on this machine. */
    boolean isLocal() {
        return local;
    }

    /** @throws CommandException if the URL is wrong */
    RegistryMeasurement measure() throws InterruptedException {
        if (local && !Files.exists(directory())) {
            content = Content.NOTHING;
            problem = "there is no directory " + directory();
        } else {
            long begin = System.nanoTime();
            try {
                RegistryStore opened = open();
                store = opened;
                registry = opened.describe();
                read(opened, begin);
                askDurability(opened);
                tryAsNode();
            } catch (IOException e) {
                problem = FailureText.of(e);
            }
        }
        if (writes && content != Content.UNKNOWN && store != null) {
            write();
        }
        return new RegistryMeasurement(
                registry,
                content,
                problem,
                nodeProblem,
                versionProblem,
                firstReadMillis,
                List.copyOf(readMillis),
                settings,
                durability,
                durabilityProblem,
                members(),
                written);
    }

    private Path directory() {
        return FileRegistryStoreProvider.directory(url);
    }

    private RegistryStore open() throws IOException {
        return local ? FileRegistryStore.ofObserver(directory()) : RegistryStores.open(url, cluster);
    }

    private void read(RegistryStore opened, long begin) throws IOException {
        TaggedBytes first = opened.read(TIMEOUT);
        firstReadMillis = Milliseconds.since(begin);
        for (int read = 0; read < READS; read++) {
            long before = System.nanoTime();
            TaggedBytes unused = opened.read(TIMEOUT);
            readMillis.add(Milliseconds.since(before));
        }
        if (first.isEmpty()) {
            content = Content.NOTHING;
            return;
        }
        try {
            understand(ClusterStateText.read(first.content()));
        } catch (CorruptRegistryException e) {
            content = Content.DAMAGED;
            problem = String.valueOf(e.getMessage());
        }
    }

    private void understand(ClusterState seen) {
        if (!seen.cluster().equals(cluster)) {
            content = Content.OTHER_CLUSTER;
            problem = "it is that of cluster '" + seen.cluster() + "'";
            return;
        }
        content = Content.CLUSTER;
        state = seen;
        try {
            var unused = ObserverSettings.of(seen);
        } catch (IllegalArgumentException e) {
            versionProblem = String.valueOf(e.getMessage());
        }
    }

    private void askDurability(RegistryStore opened) {
        try {
            Durability told = opened.durability(TIMEOUT);
            settings = told.settings();
            durability = told.equals(Durability.UNKNOWN) ? "" : told.verdict();
            durabilityProblem = told.equals(Durability.UNKNOWN) ? told.verdict() : "";
        } catch (IOException e) {
            durabilityProblem = FailureText.of(e);
        }
    }

    /** What a node demands of a directory, and an observer does not. */
    private void tryAsNode() {
        if (!local) {
            return;
        }
        Path directory = directory();
        try {
            PrivateDirectory.require(directory);
            if (!Files.isWritable(directory)) {
                nodeProblem = "this user may not write to " + directory;
            } else if (Files.getFileStore(directory).getUsableSpace() < LEAST_SPACE) {
                nodeProblem = "the disk of " + directory + " is full";
            }
        } catch (IOException e) {
            nodeProblem = FailureText.of(e);
        }
    }

    private void write() throws InterruptedException {
        try {
            RegistryCheck.Result result = RegistryCheck.of(
                            url, Duration.ofNanos(ClusterLease.timing(state()).leaseNanos()), WRITES)
                    .run();
            written = new Writes(result.p50(), result.p99(), result.problems());
        } catch (CommandException e) {
            written = new Writes(0, 0, List.of(String.valueOf(e.getMessage())));
        }
    }

    private int members() {
        return state().map(there -> there.members().size() - (there.isRegistered(Incarnation.GENESIS) ? 1 : 0))
                .orElse(0);
    }

    /** The exit code of a command that needs the registry. */
    static int exit(Content content) {
        return switch (content) {
            case CLUSTER -> Exit.OK;
            case NOTHING -> Exit.NO_FILE;
            case DAMAGED -> Exit.BAD_DATA;
            case OTHER_CLUSTER, UNKNOWN -> Exit.UNAVAILABLE;
        };
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
    }
}
