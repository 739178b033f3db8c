package org.peerlock.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.peerlock.Peerlock;
import org.peerlock.PeerlockBuilder;
import org.peerlock.ShutdownMode;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.internal.configuration.Configuration;
import org.peerlock.internal.configuration.Setting;
import org.peerlock.internal.registry.FileRegistryStoreProvider;
import org.peerlock.registry.RegistryStores;
import picocli.CommandLine.Option;

/** Options that choose a cluster and its registry. */
public final class ClusterOptions {

    private static final int HASH_DIGITS = 16;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "the cluster; by default: ${DEFAULT-VALUE}")
    private String cluster = "default";

    @Option(
            names = "--registry",
            paramLabel = "URL",
            description = "where the processes of the cluster find each other: a directory on a local disk, or a URL"
                    + " that begins with file:, jdbc:, etcd:, etcds:, zk: or k8s: (see docs/REGISTRIES.md); by default"
                    + " the environment variable PEERLOCK_REGISTRY, or else .peerlock/NAME in your home directory")
    private @Nullable String registry;

    public String cluster() {
        return cluster;
    }

    /** Chooses a cluster that the user has named in another way. */
    public void choose(String name) {
        cluster = name;
    }

    /**
     * Returns a builder that takes its settings from the cluster.
     *
     * @throws IllegalArgumentException if the name of the cluster is not valid
     */
    public PeerlockBuilder builder() {
        PeerlockBuilder builder = Peerlock.builder(cluster);
        try {
            return builder.registry(url()).useClusterSettings().shutdown(ShutdownMode.LEAVE_AT_ONCE);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; check --registry");
        }
    }

    /** Returns whether the user has chosen the registry. */
    boolean hasRegistry() {
        return registry != null || configured() != null;
    }

    /** Returns the URL of the registry. */
    public String url() {
        String chosen = registry != null ? registry : configured();
        if (chosen == null) {
            return "file:" + home().resolve(cluster);
        } else if (chosen.isBlank()) {
            throw new CommandException(
                    Exit.USAGE, "--registry is empty; give a directory or a URL, or leave out --registry");
        }
        return chosen;
    }

    private static @Nullable String configured() {
        try {
            return Configuration.ofProcess().find(Setting.REGISTRY).orElse(null);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether the registry is a directory of this machine. */
    boolean isLocal() {
        return RegistryStores.scheme(url()).equals("file");
    }

    /**
     * Returns the directory for the files of a resident node: that of the registry if it is one, or else one in the home
     * directory that belongs to this registry and cluster alone.
     */
    public Path directory() {
        String url = url();
        if (!isLocal()) {
            return home().resolve(".remote").resolve(hash(url)).resolve(cluster);
        }
        try {
            return FileRegistryStoreProvider.directory(url);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, e.getMessage() + "; check --registry");
        }
    }

    private static Path home() {
        Path home = Path.of(System.getProperty("user.home", ""));
        if (!home.isAbsolute()) {
            throw new CommandException(
                    Exit.USAGE, "you have no home directory for the registry; choose a directory with --registry");
        }
        return home.resolve(".peerlock");
    }

    /** Names a URL without repeating the password that it may have. */
    private static String hash(String url) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(url.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has it", e);
        }
    }
}
