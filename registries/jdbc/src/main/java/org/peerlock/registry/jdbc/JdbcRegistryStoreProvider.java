package org.peerlock.registry.jdbc;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreProvider;

/**
 * Opens {@code jdbc:...}: each URL that a JDBC driver on the class path accepts. User and password
 * are parameters of the URL, or the environment variables {@value #USER} and {@value #PASSWORD}.
 */
public final class JdbcRegistryStoreProvider implements RegistryStoreProvider {

    /** The environment variable with the name of the database user. */
    public static final String USER = "PEERLOCK_REGISTRY_USER";

    /** The environment variable with the password of the database user. */
    public static final String PASSWORD = "PEERLOCK_REGISTRY_PASSWORD";

    /** The driver would log the password as a port that is wrong. */
    private static final Pattern USER_BEFORE_ADDRESS = Pattern.compile("jdbc:postgresql://[^/?]*@");

    /** For {@link java.util.ServiceLoader}. */
    public JdbcRegistryStoreProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("jdbc");
    }

    @Override
    public RegistryStore open(String url, String cluster) {
        if (USER_BEFORE_ADDRESS.matcher(url).lookingAt()) {
            throw new IllegalArgumentException("the driver of PostgreSQL takes no user before the address: write"
                    + " jdbc:postgresql://host/database?user=…&password=…, or set " + USER + " and " + PASSWORD);
        }
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new IllegalArgumentException("no JDBC driver on the class path accepts " + JdbcUrl.location(url)
                    + "; add the driver of the database, or correct the URL");
        }
        return new JdbcRegistryStore(
                UrlConnector.of(url, System.getenv(USER), System.getenv(PASSWORD)),
                cluster,
                JdbcRegistryStore.DEFAULT_TABLE);
    }
}
