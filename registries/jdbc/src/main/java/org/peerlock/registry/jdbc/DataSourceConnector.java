package org.peerlock.registry.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/** Takes connections from the application's data source, which has its own time limits. */
record DataSourceConnector(DataSource dataSource) implements Connector {

    @Override
    public Connection connect(Duration limit) throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public List<String> hosts() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            String url = connection.getMetaData().getURL();
            return url == null ? List.of() : JdbcUrl.hosts(url);
        }
    }

    @Override
    public String location() {
        return "the data source " + dataSource.getClass().getName(); // its text may have a password in it
    }

    @Override
    public Set<String> secrets() {
        return Set.of();
    }
}
