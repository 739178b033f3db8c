package org.peerlock.registry;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the provider of a {@link RegistryStore} by its URL, such as
 * {@code etcd://host1,host2,host3/prefix}. A text without a scheme is the path of a directory, as
 * after {@code file:}.
 */
public final class RegistryStores {

    /** At least two characters: one is a drive of Windows. */
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+-]+):.*", Pattern.DOTALL);

    /** The artifacts that open the URLs of these schemes. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "jdbc", "peerlock-registry-jdbc",
            "etcd", "peerlock-registry-etcd",
            "etcds", "peerlock-registry-etcd",
            "zk", "peerlock-registry-zookeeper",
            "k8s", "peerlock-registry-kubernetes");

    /** What the URLs of databases begin with in other programs, and what they begin with in Java. */
    private static final Map<String, String> DATABASES = Map.of(
            "postgresql", "jdbc:postgresql:",
            "postgres", "jdbc:postgresql:",
            "mysql", "jdbc:mysql:",
            "mariadb", "jdbc:mariadb:");

    private RegistryStores() {}

    /**
     * Opens the store of a cluster's registry. The caller closes it.
     *
     * @throws IllegalArgumentException if no artifact on the class path opens such URLs, or the URL
     *     cannot be understood
     * @throws IOException if the store cannot be opened now
     */
    public static RegistryStore open(String url, String cluster) throws IOException {
        return provider(url).open(url, cluster);
    }

    /**
     * The provider that opens this URL.
     *
     * @throws IllegalArgumentException if none is on the class path; the message names the artifact
     *     to add
     */
    public static RegistryStoreProvider provider(String url) {
        String scheme = scheme(url);
        TreeSet<String> known = new TreeSet<>();
        for (@Nullable ClassLoader loader :
                new ClassLoader[] {Thread.currentThread().getContextClassLoader(), RegistryStores.class.getClassLoader()
                }) {
            for (RegistryStoreProvider provider : ServiceLoader.load(RegistryStoreProvider.class, loader)) {
                if (provider.schemes().contains(scheme)) {
                    return provider;
                }
                known.addAll(provider.schemes());
            }
        }
        String database = DATABASES.get(scheme);
        if (database != null) {
            throw new IllegalArgumentException("the URL of a database begins with '" + database + "', not with '"
                    + scheme + ":'; user and password are parameters: " + database
                    + "//host/database?user=…&password=…");
        }
        String artifact = ARTIFACTS.get(scheme);
        throw new IllegalArgumentException("no registry store for '" + scheme + ":' is on the class path; "
                + (artifact == null
                        ? "there are stores for: " + String.join(", ", known)
                        : "add the artifact org.peerlock:" + artifact));
    }

    /** The scheme of a URL, in lower case; {@code file} if the text has none. */
    public static String scheme(String url) {
        Matcher matcher = SCHEME.matcher(url);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : "file";
    }
}
