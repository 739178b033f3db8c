package org.peerlock.internal.registry;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.peerlock.internal.text.FailureText;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;

/**
 * Opens {@code file:/some/directory}, {@code file:///some/directory} and {@code file:directory}: the
 * directory of one cluster's registry. A path alone is the same as after {@code file:}.
 */
public final class FileRegistryStoreProvider implements RegistryStoreProvider {

    private static final String SCHEME = "file:";

    /** For {@link java.util.ServiceLoader}. */
    public FileRegistryStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("file");
    }

    @Override
    public RegistryStore open(String url, String cluster) throws IOException {
        Path directory = directory(url);
        try {
            return new FileRegistryStore(directory);
        } catch (IOException e) {
            throw new IOException(
                    "the registry cannot be kept in " + directory + ": " + FailureText.of(e)
                            + "; choose another directory",
                    e);
        }
    }

    /**
     * The directory that a URL of this scheme names.
     *
     * @throws IllegalArgumentException if it names none
     */
    public static Path directory(String url) {
        boolean hasScheme = url.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        String path = hasScheme ? url.substring(SCHEME.length()) : url;
        if (path.isBlank()) {
            throw new IllegalArgumentException("the registry's directory is empty: '" + url + "'");
        }
        try {
            return path.startsWith("//") ? Path.of(URI.create(url)) : Path.of(path);
        } catch (InvalidPathException | FileSystemNotFoundException e) {
            throw new IllegalArgumentException("not a directory: '" + url + "': " + e.getMessage(), e);
        }
    }
}
