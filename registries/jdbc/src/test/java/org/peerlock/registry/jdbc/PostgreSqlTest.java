package org.peerlock.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.jdbc.Calls.LONG;
import static org.peerlock.registry.jdbc.Calls.SHORT;
import static org.peerlock.registry.jdbc.Calls.bytes;
import static org.peerlock.registry.jdbc.Calls.newCluster;
import static org.peerlock.registry.jdbc.Calls.open;
import static org.peerlock.registry.jdbc.Calls.read;
import static org.peerlock.registry.jdbc.Calls.write;
import static org.peerlock.registry.jdbc.Calls.writeFirst;
import static org.peerlock.registry.jdbc.Calls.writeMeanwhile;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.UnknownOutcomeException;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * What PostgreSQL and its driver do that other databases do not do, or do otherwise. A call without
 * a limit would go on for ever.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgreSqlTest {

    private static PostgreSqlServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = PostgreSqlServer.in(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.url());
        return source;
    }

    /** Waits until some statement waits for this: {@code SyncRep}, or {@code Lock}. */
    private static void awaitWait(String column, String what) throws Exception {
        server.await("SELECT count(*) FROM pg_stat_activity WHERE " + column + " = '" + what + "'", "1");
    }

    private static void awaitNoWait(String column, String what) throws Exception {
        server.await("SELECT count(*) FROM pg_stat_activity WHERE " + column + " = '" + what + "'", "0");
    }

    @Test
    void aWriteWhoseStandbyIsMissingIsNeverASuccess() throws Exception {
        try (RegistryStore store = open(server.url())) {
            TaggedBytes first = writeFirst(store);
            server.set("synchronous_standby_names", "missing");
            try {
                for (String content : new String[] {"second", "third"}) {
                    assertThatThrownBy(() -> store.compareAndSet(first.tag(), bytes(content), SHORT))
                            .isInstanceOf(UnknownOutcomeException.class);
                }
                assertThat(read(store)).as("a commit that waits is not visible").isEqualTo(first);
                awaitNoWait("wait_event_type", "Lock"); // else each attempt would cost the server a connection
            } finally {
                server.set("synchronous_standby_names", "");
            }
            awaitNoWait("wait_event", "SyncRep");
            assertThat(read(store).content()).isEqualTo(bytes("second"));
            assertThat(write(store, first.tag(), "fourth")).isFalse();
        }
    }

    /** Then the driver reports one row and a warning, although the standby does not have it. */
    @Test
    void aWriteThatIsCancelledWhileItsStandbyIsMissingIsNeverASuccess() throws Exception {
        try (RegistryStore store = open(server.url())) {
            TaggedBytes first = writeFirst(store);
            server.set("synchronous_standby_names", "missing");
            try {
                CompletableFuture<Boolean> written = writeMeanwhile(store, first.tag(), "second");
                awaitWait("wait_event", "SyncRep");
                server.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
                assertThatThrownBy(written::join)
                        .cause()
                        .isInstanceOf(UnknownOutcomeException.class)
                        .hasMessageContaining("warned");
            } finally {
                server.set("synchronous_standby_names", "");
            }
        }
    }

    @Test
    void theLoserIsRefusedEvenIfTheServerPrefersSerializableTransactions() throws Exception {
        server.execute("ALTER DATABASE postgres SET default_transaction_isolation = 'serializable'");
        try (RegistryStore store = open(server.url());
                Connection winner = server.connect();
                Statement statement = winner.createStatement()) {
            TaggedBytes first = writeFirst(store);
            winner.setAutoCommit(false);
            statement.execute("UPDATE peerlock_registry SET version = version + 1 WHERE version = " + first.tag());
            CompletableFuture<Boolean> loser = writeMeanwhile(store, first.tag(), "second");
            awaitWait("wait_event_type", "Lock");
            winner.commit();
            assertThat(loser.join()).isFalse();
        } finally {
            server.execute("ALTER DATABASE postgres RESET default_transaction_isolation");
        }
    }

    @ParameterizedTest
    @CsvSource({"40001, false", "40003, true", "XX000, true"})
    void onlyASerializationFailureMeansThatNothingWasWritten(String state, boolean unknown) throws Exception {
        String table = "failing_" + state.toLowerCase(Locale.ROOT);
        try (RegistryStore store = JdbcRegistryStore.of(dataSource(), table).open(newCluster())) {
            TaggedBytes first = writeFirst(store);
            server.execute(
                    "CREATE FUNCTION " + table + "() RETURNS trigger LANGUAGE plpgsql AS"
                            + " $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '" + state + "'; END $$",
                    "CREATE TRIGGER fails BEFORE UPDATE ON " + table + " FOR EACH ROW EXECUTE FUNCTION " + table
                            + "()");
            assertThatThrownBy(() -> write(store, first.tag(), "second"))
                    .isInstanceOf(unknown ? UnknownOutcomeException.class : IOException.class)
                    .satisfies(e ->
                            assertThat(e instanceof UnknownOutcomeException).isEqualTo(unknown));
            assertThat(read(store)).isEqualTo(first);
        }
    }

    /** The driver ignores interrupts. */
    @Test
    void aWriteThatIsBlockedEndsByItsTimeLimit() throws Exception {
        try (RegistryStore store = open(server.url());
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            TaggedBytes first = writeFirst(store);
            other.setAutoCommit(false);
            statement.execute("UPDATE peerlock_registry SET version = version WHERE version = " + first.tag());
            assertThatThrownBy(() -> store.compareAndSet(first.tag(), bytes("second"), SHORT))
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasMessageNotContaining("lock timeout");
            other.rollback();
        }
    }

    @Test
    void aReadThatIsBlockedEndsByItsTimeLimit() throws Exception {
        String table = "locked";
        try (RegistryStore store = JdbcRegistryStore.of(dataSource(), table).open(newCluster());
                Connection other = server.connect();
                Statement statement = other.createStatement()) {
            TaggedBytes first = writeFirst(store);
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
            assertThatThrownBy(() -> store.read(SHORT))
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("lock timeout");
            other.rollback();
            assertThat(read(store)).isEqualTo(first);
        }
    }

    @Test
    void aCallThatIsUnderWayFailsWhenTheStoreIsClosed() throws Exception {
        RegistryStore store = open(server.url());
        try (Connection other = server.connect();
                Statement statement = other.createStatement()) {
            TaggedBytes first = writeFirst(store);
            other.setAutoCommit(false);
            statement.execute("UPDATE peerlock_registry SET version = version WHERE version = " + first.tag());
            CompletableFuture<Boolean> written = writeMeanwhile(store, first.tag(), "second");
            awaitWait("wait_event_type", "Lock");
            store.close();
            assertThatThrownBy(written::join)
                    .cause()
                    .isInstanceOf(UnknownOutcomeException.class)
                    .hasMessageNotContaining("lock timeout");
            other.rollback();
        }
        store.close();
        assertThatThrownBy(() -> read(store)).isInstanceOf(IOException.class).hasMessage("the store is closed");
    }

    @ParameterizedTest
    @CsvSource({"synchronous_commit, off", "default_transaction_read_only, on"})
    void aUserWithAnUnsafeSettingIsRefused(String setting, String value) throws Exception {
        String role = "role_of_" + setting;
        server.execute(
                "CREATE ROLE " + role + " LOGIN PASSWORD 'x'",
                "ALTER ROLE " + role + " SET " + setting + " = " + value);
        try (RegistryStore store = open(server.url(server.address) + "?password=x&user=" + role)) {
            assertThatThrownBy(() -> read(store))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(" cannot keep the registry: ")
                    .hasMessageContaining(setting);
        }
    }

    @Test
    void aServerThatDoesNotFlushIsRefused() throws Exception {
        server.set("fsync", "off");
        try (RegistryStore store = open(server.url())) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("fsync is off; set it to on");
        } finally {
            server.set("fsync", "on");
        }
    }

    @Test
    void anUnloggedTableIsRefused() throws Exception {
        server.execute("CREATE UNLOGGED TABLE unlogged"
                + " (cluster varchar(64) PRIMARY KEY, version bigint NOT NULL, content bytea NOT NULL)");
        try (RegistryStore store =
                JdbcRegistryStore.of(dataSource(), "unlogged").open(newCluster())) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("unlogged");
        }
    }

    @Test
    void aStandbyIsRefused(@TempDir Path directory) throws Exception {
        try (PostgreSqlServer standby = PostgreSqlServer.in(directory)) {
            standby.becomeStandby();
            try (RegistryStore store = open(standby.url())) {
                assertThatThrownBy(() -> read(store)).hasMessageContaining("this server is a standby");
            }
        }
    }

    @Test
    void aReadOnlyConnectionIsRefused() throws Exception {
        PGSimpleDataSource source = dataSource();
        source.setReadOnly(true);
        try (RegistryStore store = JdbcRegistryStore.of(source).open(newCluster())) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("the connection is read-only");
        }
    }

    @Test
    void aUserThatMayNotMakeTheTableIsToldTheStatement() throws Exception {
        server.execute(
                "CREATE SCHEMA private",
                "CREATE ROLE guest LOGIN PASSWORD 'x'",
                "GRANT USAGE ON SCHEMA private TO guest");
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(server.url(server.address));
        source.setUser("guest");
        source.setPassword("x");
        try (RegistryStore store =
                JdbcRegistryStore.of(source, "private.registry").open(newCluster())) {
            assertThat(read(store)).isEqualTo(TaggedBytes.ABSENT);
            assertThatThrownBy(() -> write(store, "", "first"))
                    .isNotInstanceOf(UnknownOutcomeException.class)
                    .hasMessageContaining("make it by: CREATE TABLE IF NOT EXISTS private.registry (cluster");
        }
    }

    @Test
    void aTableThatWasDroppedHoldsNothing() throws Exception {
        try (RegistryStore store = JdbcRegistryStore.of(dataSource(), "dropped").open(newCluster())) {
            TaggedBytes first = writeFirst(store);
            server.execute("DROP TABLE dropped");
            assertThat(write(store, first.tag(), "second")).isFalse();
            assertThat(read(store)).isEqualTo(TaggedBytes.ABSENT);
            assertThat(writeFirst(store).tag()).isNotEqualTo(first.tag());
        }
    }

    @Test
    void theSettingsThatKeepWritesCanBeAskedFor() throws Exception {
        try (RegistryStore store = open(server.url())) {
            Durability durability = store.durability(LONG);
            assertThat(durability.settings())
                    .containsEntry("synchronous_commit", "on")
                    .containsEntry("fsync", "on")
                    .containsEntry("pg_is_in_recovery", "false")
                    .containsKey("version");
            assertThat(durability.verdict())
                    .startsWith("Each write waits for the disk of this server, and for no standby.");
        }
    }
}
