package org.peerlock.registry.jdbc;

import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreFactory;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;

/**
 * Keeps the registry in a table of a SQL database: one row for each cluster. PostgreSQL, MySQL,
 * MariaDB, and H2 for tests are known; other databases work if they know the statements, with a
 * warning.
 *
 * <p>The first write makes the table, if it is missing and the user may do so. The statement for
 * PostgreSQL:
 *
 * <pre>{@code
 * CREATE TABLE peerlock_registry (
 *   cluster varchar(64) PRIMARY KEY,
 *   version bigint NOT NULL,
 *   content bytea NOT NULL);
 * }</pre>
 *
 * <p>And for MySQL and MariaDB:
 *
 * <pre>{@code
 * CREATE TABLE peerlock_registry (
 *   cluster varchar(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
 *   version bigint NOT NULL,
 *   content longblob NOT NULL) ENGINE=InnoDB;
 * }</pre>
 *
 * <p>H2 has {@code content blob}. Afterwards the user needs SELECT, INSERT and UPDATE on the table.
 *
 * <p>A store has one connection of its own, which it keeps. Each new connection asks the database
 * whether it keeps what it acknowledges; a database with unsafe settings is refused, with a sentence
 * that says what to set. The store cannot see asynchronous replicas: if one of them takes over, it
 * may lose acknowledged writes, and then two processes may hold one lock.
 */
public final class JdbcRegistryStore implements RegistryStore {

    /** The table, unless the application names another one. */
    public static final String DEFAULT_TABLE = "peerlock_registry";

    private static final Pattern TABLE = Pattern.compile("(?:[A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]*");
    private static final int LONGEST_CLUSTER = 64;

    /** Versions of different rows of one cluster never meet: the first one is random, and there is room to count up. */
    private static final long FIRST_VERSIONS = 1L << 62;

    /** A serialization failure: the transaction was rolled back. */
    private static final String ROLLED_BACK = "40001";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Connector connector;
    private final OwnConnection connection;
    private final String cluster;
    private final String table;

    JdbcRegistryStore(Connector connector, String cluster, String table) {
        if (cluster.isEmpty() || cluster.length() > LONGEST_CLUSTER) {
            throw new IllegalArgumentException(
                    "the name of a cluster has 1 to " + LONGEST_CLUSTER + " characters: '" + cluster + "'");
        }
        this.connector = connector;
        this.connection = new OwnConnection(connector, table);
        this.cluster = cluster;
        this.table = table;
    }

    /** The registry in the table {@value #DEFAULT_TABLE}, for {@code PeerlockBuilder.registry}. */
    public static RegistryStoreFactory of(DataSource dataSource) {
        return of(dataSource, DEFAULT_TABLE);
    }

    /**
     * The registry in a table, for {@code PeerlockBuilder.registry}. One table may serve many
     * clusters.
     *
     * @param dataSource gives the connections. Each store keeps one, even if the data source is a
     *     pool. The data source must limit the time to connect, because the store cannot. The
     *     application closes it
     * @param table a name, or a schema and a name, with letters, digits and underscores
     */
    public static RegistryStoreFactory of(DataSource dataSource, String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("not the name of a table, or of a schema and a table: '" + table + "'");
        }
        return cluster -> new JdbcRegistryStore(new DataSourceConnector(dataSource), cluster, table);
    }

    @Override
    public List<String> serverHosts() throws IOException {
        try {
            return connector.hosts();
        } catch (SQLException e) {
            throw new IOException("cannot reach " + describe() + ": " + connection.message(e));
        }
    }

    @Override
    public TaggedBytes read(Duration timeout) throws IOException {
        try {
            return connection.use(timeout, (open, dialect) -> select(open));
        } catch (SQLException e) {
            throw new IOException("cannot read " + describe() + ": " + connection.message(e));
        }
    }

    private TaggedBytes select(Connection open) throws SQLException {
        try (PreparedStatement query =
                open.prepareStatement("SELECT version, content FROM " + table + " WHERE cluster = ?")) {
            query.setString(1, cluster);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? new TaggedBytes(Long.toString(row.getLong(1)), row.getBytes(2))
                        : TaggedBytes.ABSENT;
            }
        } catch (SQLException e) {
            if (Dialect.isMissingTable(e)) {
                return TaggedBytes.ABSENT;
            }
            throw e;
        }
    }

    @Override
    public boolean compareAndSet(String tag, byte[] content, Duration timeout) throws IOException {
        boolean first = tag.equals(TaggedBytes.ABSENT.tag());
        OptionalLong version = version(tag);
        if (!first && version.isEmpty()) {
            return false; // this store never gave such a tag
        }
        try {
            return connection.use(
                    timeout,
                    (open, dialect) -> first
                            ? insertAndMakeTable(open, dialect, content)
                            : update(open, version.getAsLong(), content));
        } catch (SQLException e) {
            String message = "cannot write to " + describe() + ": " + connection.message(e);
            throw ROLLED_BACK.equals(e.getSQLState()) ? new IOException(message) : new UnknownOutcomeException(message);
        }
    }

    /** The version that a tag stands for; empty if this store never gave such a tag. */
    private static OptionalLong version(String tag) {
        try {
            long version = Long.parseLong(tag);
            return Long.toString(version).equals(tag) ? OptionalLong.of(version) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private boolean update(Connection open, long version, byte[] content) throws SQLException, IOException {
        try (PreparedStatement write = open.prepareStatement(
                "UPDATE " + table + " SET content = ?, version = ? WHERE cluster = ? AND version = ?")) {
            write.setBytes(1, content);
            write.setLong(2, version + 1);
            write.setString(3, cluster);
            write.setLong(4, version);
            return execute(write);
        } catch (SQLException e) {
            if (Dialect.isMissingTable(e)) {
                return false;
            }
            throw e;
        }
    }

    private boolean insertAndMakeTable(Connection open, Dialect dialect, byte[] content)
            throws SQLException, IOException {
        try {
            return insert(open, content);
        } catch (SQLException e) {
            if (!Dialect.isMissingTable(e)) {
                throw e;
            }
        }
        makeTable(open, dialect);
        connection.check(open, dialect);
        return insert(open, content);
    }

    private boolean insert(Connection open, byte[] content) throws SQLException, IOException {
        try (PreparedStatement write =
                open.prepareStatement("INSERT INTO " + table + " (cluster, version, content) VALUES (?, ?, ?)")) {
            write.setString(1, cluster);
            write.setLong(2, 1 + RANDOM.nextLong(FIRST_VERSIONS));
            write.setBytes(3, content);
            return execute(write);
        } catch (SQLException e) {
            if (Dialect.isDuplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Executes a write. A warning makes its outcome unknown: PostgreSQL reports by a warning alone
     * that a commit has not reached the standby that it must reach.
     */
    private boolean execute(PreparedStatement write) throws SQLException, IOException {
        int rows = write.executeUpdate();
        SQLWarning warning = write.getWarnings();
        if (warning != null) {
            throw new UnknownOutcomeException(
                    "the database warned about a write to " + describe() + ": " + connection.message(warning));
        }
        return rows == 1;
    }

    private void makeTable(Connection open, Dialect dialect) throws IOException {
        String sql = dialect.createTable(table);
        try (Statement statement = open.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            if (!Dialect.isMadeByOthers(e)) {
                throw new IOException("cannot make the table of " + describe() + ": " + connection.message(e)
                        + "; make it by: " + sql);
            }
        }
    }

    @Override
    public String describe() {
        return connection.location() + ", table " + table + ", cluster " + cluster;
    }

    @Override
    public Durability durability(Duration timeout) throws IOException {
        try {
            return connection.use(timeout, (open, dialect) -> {
                Map<String, String> settings = dialect.settings(open, table);
                return new Durability(settings, dialect.verdict(settings));
            });
        } catch (SQLException e) {
            throw new IOException("cannot ask " + describe() + " for its settings: " + connection.message(e));
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
