package org.peerlock.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.peerlock.ClusterObserver;

/** Says that a cluster does not exist, and which ones do. */
final class NoSuchCluster {

    private NoSuchCluster() {}

    static String message(ClusterOptions options) {
        if (!options.isLocal()) {
            return "there is no cluster '" + options.cluster()
                    + "' in this registry; check --cluster and --registry, which must be the same in all processes";
        }
        String missing = "there is no cluster '" + options.cluster() + "' in " + options.directory();
        if (options.hasRegistry()) {
            return missing + "; check --registry: the processes of a cluster all use the same directory";
        }
        List<String> others = others(options.directory().resolveSibling(""));
        return missing + "; "
                + (others.isEmpty()
                        ? "no process of this user has joined any cluster yet"
                        : "choose an existing one with --cluster: " + String.join(", ", others));
    }

    private static List<String> others(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(parent)) {
            return directories
                    .filter(Files::isDirectory)
                    .filter(NoSuchCluster::isCluster)
                    .map(directory -> parent.relativize(directory).toString())
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static boolean isCluster(Path directory) {
        try {
            return ClusterObserver.exists(directory);
        } catch (IOException e) {
            return true; // something is there, even if it cannot be read
        }
    }
}
