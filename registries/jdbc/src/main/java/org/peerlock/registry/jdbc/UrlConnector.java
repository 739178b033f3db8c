package org.peerlock.registry.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens connections by a JDBC URL. Driver and server look up names and passwords anew each time. */
final class UrlConnector implements Connector {

    private final String url;
    private final Properties credentials;

    private UrlConnector(String url, Properties credentials) {
        this.url = url;
        this.credentials = credentials;
    }

    /** A user or password that is null stands in the URL, or the database needs none. */
    static UrlConnector of(String url, @Nullable String user, @Nullable String password) {
        Properties credentials = new Properties();
        if (user != null) {
            credentials.setProperty("user", user);
        }
        if (password != null) {
            credentials.setProperty("password", password);
        }
        return new UrlConnector(url, credentials);
    }

    @Override
    public Connection connect(Duration limit) throws SQLException {
        Properties properties = timeouts(limit);
        properties.putAll(credentials);
        return DriverManager.getConnection(url, properties);
    }

    /** The properties that limit the time of a connection attempt. Parameters of the URL override them. */
    private Properties timeouts(Duration limit) {
        Properties properties = new Properties();
        String kind = url.toLowerCase(Locale.ROOT);
        long millis = Math.max(1, limit.toMillis());
        if (kind.startsWith("jdbc:postgresql:")) {
            String seconds = String.valueOf((millis + 999) / 1000);
            properties.setProperty("loginTimeout", String.valueOf(millis / 1000f)); // limits all of it, for the caller
            properties.setProperty("connectTimeout", seconds); // these end the thread that the driver connects in
            properties.setProperty("socketTimeout", seconds);
        } else if (kind.startsWith("jdbc:mariadb:") || kind.startsWith("jdbc:mysql:")) {
            properties.setProperty("connectTimeout", String.valueOf(millis));
            properties.setProperty("socketTimeout", String.valueOf(millis));
        }
        return properties;
    }

    @Override
    public List<String> hosts() {
        return JdbcUrl.hosts(url);
    }

    @Override
    public String location() {
        return JdbcUrl.location(url);
    }

    @Override
    public Set<String> secrets() {
        Set<String> secrets = JdbcUrl.secrets(url);
        String password = credentials.getProperty("password", "");
        if (!password.isEmpty()) {
            secrets.add(password);
        }
        return secrets;
    }
}
