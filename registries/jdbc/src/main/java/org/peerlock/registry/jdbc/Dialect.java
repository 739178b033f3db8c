package org.peerlock.registry.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A kind of database: how it makes the table, and whether it keeps what it has acknowledged. */
enum Dialect {
    POSTGRESQL("varchar(64)", "bytea", "", "SET lock_timeout = '10s'", "RESET lock_timeout") {
        @Override
        List<String> problems(Connection connection, String table) throws SQLException {
            try (PreparedStatement query = connection.prepareStatement("SELECT current_setting('synchronous_commit'),"
                    + " current_setting('fsync'), pg_is_in_recovery(), current_setting('transaction_read_only'),"
                    + " current_setting('synchronous_standby_names'),"
                    + " (SELECT relpersistence FROM pg_class WHERE oid = to_regclass(?))")) {
                query.setString(1, table);
                try (ResultSet row = onlyRow(query)) {
                    Problems problems = new Problems();
                    String commit = row.getString(1);
                    problems.addIf(
                            commit.equals("off"), "synchronous_commit is off; set it to on for this user or database");
                    problems.addIf(row.getString(2).equals("off"), "fsync is off; set it to on");
                    problems.addIf(
                            row.getBoolean(3),
                            "this server is a standby; connect to the primary,"
                                    + " for example with the parameter targetServerType=primary");
                    problems.addIf(
                            row.getString(4).equals("on"),
                            "transactions are read-only for this user or database;"
                                    + " set default_transaction_read_only to off");
                    String persistence = row.getString(6);
                    problems.addIf(
                            persistence != null && !persistence.equals("p"),
                            "the table " + table + " is unlogged or temporary; make it an ordinary table");
                    if (commit.equals("local") && !row.getString(5).isEmpty()) {
                        LOG.warn("The registry's database does not wait for its synchronous standbys, because"
                                + " synchronous_commit is local. A failover can lose acknowledged writes, and then two"
                                + " processes may hold one lock.");
                    }
                    return problems.found;
                }
            }
        }
    },

    MYSQL("varchar(64) CHARACTER SET ascii COLLATE ascii_bin", "longblob", " ENGINE=InnoDB", "", "") {
        @Override
        List<String> problems(Connection connection, String table) throws SQLException {
            String[] names = table.split("\\.", 2);
            try (PreparedStatement query = connection.prepareStatement("SELECT @@global.innodb_flush_log_at_trx_commit,"
                    + " @@global.read_only, @@global.log_bin, @@global.sync_binlog, @@session.binlog_format,"
                    + " (SELECT engine FROM information_schema.tables"
                    + " WHERE table_name = ? AND table_schema = COALESCE(?, DATABASE()))")) {
                query.setString(1, names[names.length - 1]);
                query.setString(2, names.length == 2 ? names[0] : null);
                try (ResultSet row = onlyRow(query)) {
                    Problems problems = new Problems();
                    problems.addIf(
                            row.getInt(1) != 1, "innodb_flush_log_at_trx_commit is " + row.getInt(1) + "; set it to 1");
                    problems.addIf(row.getBoolean(2), "this server is read-only; connect to the primary");
                    boolean logs = row.getBoolean(3);
                    problems.addIf(
                            logs && row.getLong(4) != 1,
                            "sync_binlog is " + row.getLong(4) + ", and the binary log is on; set it to 1");
                    problems.addIf(
                            logs && "STATEMENT".equals(row.getString(5)),
                            "binlog_format is STATEMENT,"
                                    + " which does not log READ COMMITTED transactions; set it to ROW or MIXED");
                    String engine = row.getString(6);
                    problems.addIf(
                            engine != null && !engine.equalsIgnoreCase("InnoDB"),
                            "the storage engine of the table " + table + " is " + engine + "; set it to InnoDB");
                    return problems.found;
                }
            }
        }
    },

    H2("varchar(64)", "blob", "", "", "") {
        @Override
        List<String> problems(Connection connection, String table) throws SQLException {
            try (PreparedStatement query = connection.prepareStatement(
                            "SELECT DATABASE_PATH() IS NULL,"
                                    + " (SELECT MAX(CAST(SETTING_VALUE AS int)) FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY')");
                    ResultSet row = onlyRow(query)) {
                Problems problems = new Problems();
                boolean inMemory = row.getBoolean(1);
                if (inMemory) {
                    LOG.warn("The registry's database is in the memory of an H2 process. It is lost when that process"
                            + " ends, and then two processes may hold one lock. Use it for tests only.");
                }
                problems.addIf(
                        !inMemory && !"0".equals(row.getString(2)),
                        "WRITE_DELAY is not 0,"
                                + " so H2 loses acknowledged writes in a crash; append ;WRITE_DELAY=0 to each URL that opens it");
                return problems.found;
            }
        }
    },

    OTHER("varchar(64)", "blob", "", "", "") {
        @Override
        List<String> problems(Connection connection, String table) throws SQLException {
            LOG.warn(
                    "Peerlock does not know the database {}, and cannot check whether it keeps acknowledged writes. If"
                            + " it loses one, two processes may hold one lock.",
                    connection.getMetaData().getDatabaseProductName());
            return List.of();
        }
    };

    private static final Logger LOG = LoggerFactory.getLogger(JdbcRegistryStore.class);

    /** A missing table: of PostgreSQL, of MySQL, MariaDB and H2, and of an empty H2. */
    private static final Set<String> MISSING_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

    private static final Set<String> DUPLICATE_KEY = Set.of("23505", "23000");

    /** Of PostgreSQL; sometimes the duplicate key is that of its catalogue. */
    private static final String EXISTING_TABLE = "42P07";

    private final String keyType;
    private final String contentType;
    private final String tableOptions;
    private final String begin;
    private final String end;

    /**
     * @param begin a statement for each new connection; empty if none is necessary. That of PostgreSQL ends
     *     statements that wait for a row: while a commit waits for its standby, the writes behind it would
     *     use up all connections of the server, one by one
     * @param end undoes {@code begin} before the connection goes back to its pool
     */
    Dialect(String keyType, String contentType, String tableOptions, String begin, String end) {
        this.keyType = keyType;
        this.contentType = contentType;
        this.tableOptions = tableOptions;
        this.begin = begin;
        this.end = end;
    }

    /** The dialect of the database at the other end of a connection. */
    static Dialect of(Connection connection) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mysql", "mariadb" -> MYSQL;
            case "h2" -> H2;
            default -> OTHER;
        };
    }

    /**
     * Asks the database why it would lose acknowledged writes, or takes none.
     *
     * @return for each reason, what is wrong and what to set; nothing if it can keep the registry
     */
    abstract List<String> problems(Connection connection, String table) throws SQLException;

    /** The statement that makes the table. */
    String createTable(String table) {
        return "CREATE TABLE IF NOT EXISTS " + table + " (cluster " + keyType + " PRIMARY KEY, version bigint NOT NULL,"
                + " content " + contentType + " NOT NULL)" + tableOptions;
    }

    void begin(Connection connection) throws SQLException {
        execute(connection, begin);
    }

    void end(Connection connection) throws SQLException {
        execute(connection, end);
    }

    static boolean isMissingTable(SQLException exception) {
        return MISSING_TABLE.contains(String.valueOf(exception.getSQLState()));
    }

    static boolean isDuplicateKey(SQLException exception) {
        return DUPLICATE_KEY.contains(String.valueOf(exception.getSQLState()));
    }

    /** Whether a table could not be made because another process made it at the same time. */
    static boolean isMadeByOthers(SQLException exception) {
        return isDuplicateKey(exception) || EXISTING_TABLE.equals(exception.getSQLState());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        if (!sql.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private static ResultSet onlyRow(PreparedStatement query) throws SQLException {
        ResultSet row = query.executeQuery();
        if (!row.next()) {
            throw new SQLException("the database does not answer which settings it has");
        }
        return row;
    }

    private static final class Problems {
        private final List<String> found = new ArrayList<>();

        void addIf(boolean wrong, String what) {
            if (wrong) {
                found.add(what);
            }
        }
    }
}
