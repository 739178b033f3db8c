package org.peerlock.registry.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A kind of database: how it makes the table, and whether it keeps what it has acknowledged. */
enum Dialect {
    POSTGRESQL("varchar(64)", "bytea", "", "SET lock_timeout = '10s'", "RESET lock_timeout") {
        @Override
        Map<String, String> settings(Connection connection, String table) throws SQLException {
            try (PreparedStatement query = connection.prepareStatement("SELECT current_setting('server_version'),"
                    + " current_setting('synchronous_commit'), current_setting('fsync'),"
                    + " current_setting('synchronous_standby_names'), pg_is_in_recovery()::text,"
                    + " current_setting('transaction_read_only'),"
                    + " (SELECT relpersistence FROM pg_class WHERE oid = to_regclass(?))")) {
                query.setString(1, table);
                return onlyRow(
                        query,
                        VERSION,
                        "synchronous_commit",
                        "fsync",
                        "synchronous_standby_names",
                        "pg_is_in_recovery",
                        "transaction_read_only",
                        "relpersistence");
            }
        }

        @Override
        List<String> problems(Map<String, String> settings, String table) {
            Problems problems = new Problems(settings);
            problems.addIf(
                    "synchronous_commit", "off", "synchronous_commit is off; set it to on for this user or database");
            problems.addIf("fsync", "off", "fsync is off; set it to on");
            problems.addIf(
                    "pg_is_in_recovery",
                    "true",
                    "this server is a standby; connect to the primary,"
                            + " for example with the parameter targetServerType=primary");
            problems.addIf(
                    "transaction_read_only",
                    "on",
                    "transactions are read-only for this user or database; set default_transaction_read_only to off");
            problems.addUnless(
                    "relpersistence",
                    "p",
                    "the table " + table + " is unlogged or temporary; make it an ordinary table");
            if (value(settings, "synchronous_commit").equals("local") && hasStandbys(settings)) {
                LOG.warn("The registry's database does not wait for its synchronous standbys, because"
                        + " synchronous_commit is local. A failover can lose acknowledged writes, and then two"
                        + " processes may hold one lock.");
            }
            return problems.found;
        }

        @Override
        String verdict(Map<String, String> settings) {
            return hasStandbys(settings)
                            && !value(settings, "synchronous_commit").equals("local")
                    ? "Each write waits for the disk of the primary and for the synchronous standbys. A failover is"
                            + " safe to these, and to no other."
                    : "Each write waits for the disk of this server, and for no standby. A failover to a standby can"
                            + " lose acknowledged writes, and then two processes may hold one lock.";
        }

        private boolean hasStandbys(Map<String, String> settings) {
            return !value(settings, "synchronous_standby_names").isEmpty();
        }
    },

    MYSQL("varchar(64) CHARACTER SET ascii COLLATE ascii_bin", "longblob", " ENGINE=InnoDB", "", "") {
        @Override
        Map<String, String> settings(Connection connection, String table) throws SQLException {
            String[] names = table.split("\\.", 2);
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT @@version, @@global.innodb_flush_log_at_trx_commit,"
                            + " @@global.log_bin, @@global.sync_binlog, @@session.binlog_format, @@global.read_only,"
                            + " (SELECT engine FROM information_schema.tables"
                            + " WHERE table_name = ? AND table_schema = COALESCE(?, DATABASE()))")) {
                query.setString(1, names[names.length - 1]);
                query.setString(2, names.length == 2 ? names[0] : null);
                return onlyRow(
                        query,
                        VERSION,
                        "innodb_flush_log_at_trx_commit",
                        "log_bin",
                        "sync_binlog",
                        "binlog_format",
                        "read_only",
                        "engine");
            }
        }

        @Override
        List<String> problems(Map<String, String> settings, String table) {
            Problems problems = new Problems(settings);
            problems.addUnless(
                    "innodb_flush_log_at_trx_commit",
                    "1",
                    "innodb_flush_log_at_trx_commit is " + value(settings, "innodb_flush_log_at_trx_commit")
                            + "; set it to 1");
            if (!isOff(settings, "read_only")) {
                problems.found.add("this server is read-only; connect to the primary");
            }
            if (!isOff(settings, "log_bin")) {
                problems.addUnless(
                        "sync_binlog",
                        "1",
                        "sync_binlog is " + value(settings, "sync_binlog") + ", and the binary log is on; set it to 1");
                problems.addIf(
                        "binlog_format",
                        "STATEMENT",
                        "binlog_format is STATEMENT,"
                                + " which does not log READ COMMITTED transactions; set it to ROW or MIXED");
            }
            problems.addUnless(
                    "engine",
                    "InnoDB",
                    "the storage engine of the table " + table + " is " + value(settings, "engine")
                            + "; set it to InnoDB");
            return problems.found;
        }

        @Override
        String verdict(Map<String, String> settings) {
            return "Each write waits for the disk of this server. Whether it waits for a replica is not looked at: a"
                    + " failover to one that lacks a write can make two processes hold one lock.";
        }

        private boolean isOff(Map<String, String> settings, String name) {
            String value = value(settings, name);
            return value.equals("0") || value.equalsIgnoreCase("OFF");
        }
    },

    H2("varchar(64)", "blob", "", "", "") {
        @Override
        Map<String, String> settings(Connection connection, String table) throws SQLException {
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT H2VERSION(), CASE WHEN DATABASE_PATH() IS NULL THEN 'yes' ELSE 'no' END,"
                            + " (SELECT MAX(CAST(SETTING_VALUE AS int)) FROM INFORMATION_SCHEMA.SETTINGS"
                            + " WHERE SETTING_NAME = 'WRITE_DELAY')")) {
                return onlyRow(query, VERSION, IN_MEMORY, "WRITE_DELAY");
            }
        }

        @Override
        List<String> problems(Map<String, String> settings, String table) {
            Problems problems = new Problems(settings);
            if (isInMemory(settings)) {
                LOG.warn("The registry's database is in the memory of an H2 process. It is lost when that process"
                        + " ends, and then two processes may hold one lock. Use it for tests only.");
            } else if (!value(settings, "WRITE_DELAY").equals("0")) {
                problems.found.add(
                        "WRITE_DELAY is not 0,"
                                + " so H2 loses acknowledged writes in a crash; append ;WRITE_DELAY=0 to each URL that opens it");
            }
            return problems.found;
        }

        @Override
        String verdict(Map<String, String> settings) {
            return isInMemory(settings)
                    ? "The database is lost when its process ends, and then two processes may hold one lock. Use it for"
                            + " tests only."
                    : "Each write goes to the file of the database. Use it for tests only.";
        }

        private boolean isInMemory(Map<String, String> settings) {
            return value(settings, IN_MEMORY).equals("yes");
        }
    },

    OTHER("varchar(64)", "blob", "", "", "") {
        @Override
        Map<String, String> settings(Connection connection, String table) throws SQLException {
            return Map.of("database", connection.getMetaData().getDatabaseProductName());
        }

        @Override
        List<String> problems(Map<String, String> settings, String table) {
            LOG.warn(
                    "Peerlock does not know the database {}, and cannot check whether it keeps acknowledged writes. If"
                            + " it loses one, two processes may hold one lock.",
                    value(settings, "database"));
            return List.of();
        }

        @Override
        String verdict(Map<String, String> settings) {
            return "Peerlock does not know this database. If it loses an acknowledged write, two processes may hold one"
                    + " lock.";
        }
    };

    private static final String VERSION = "version";
    private static final String IN_MEMORY = "in memory";

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

    /** Asks the database for the settings that decide whether it keeps acknowledged writes. */
    abstract Map<String, String> settings(Connection connection, String table) throws SQLException;

    /**
     * Why a database with these settings would lose acknowledged writes, or takes none.
     *
     * @return for each reason, what is wrong and what to set; nothing if it can keep the registry
     */
    abstract List<String> problems(Map<String, String> settings, String table);

    /** What settings without problems mean, and what they do not show. */
    abstract String verdict(Map<String, String> settings);

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

    /** The columns of the only row that are not null, under these names. */
    private static Map<String, String> onlyRow(PreparedStatement query, String... names) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the database does not answer which settings it has");
            }
            Map<String, String> values = new LinkedHashMap<>();
            for (int column = 0; column < names.length; column++) {
                String value = row.getString(column + 1);
                if (value != null) {
                    values.put(names[column], value);
                }
            }
            return values;
        }
    }

    /** The value of a setting; empty if it is missing. */
    private static String value(Map<String, String> settings, String name) {
        return settings.getOrDefault(name, "");
    }

    /** What is wrong with settings. One that is missing is not: the table may not be there yet. */
    private static final class Problems {
        private final Map<String, String> settings;
        private final List<String> found = new ArrayList<>();

        Problems(Map<String, String> settings) {
            this.settings = settings;
        }

        void addIf(String name, String unsafe, String what) {
            if (value(settings, name).equalsIgnoreCase(unsafe)) {
                found.add(what);
            }
        }

        void addUnless(String name, String safe, String what) {
            if (!settings.getOrDefault(name, safe).equalsIgnoreCase(safe)) {
                found.add(what);
            }
        }
    }
}
