package org.peerlock.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.jdbc.Calls.LONG;
import static org.peerlock.registry.jdbc.Calls.newCluster;
import static org.peerlock.registry.jdbc.Calls.open;
import static org.peerlock.registry.jdbc.Calls.read;
import static org.peerlock.registry.jdbc.Calls.write;
import static org.peerlock.registry.jdbc.Calls.writeFirst;

import java.nio.file.Path;
import java.sql.Connection;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.Peerlock;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStoreFactory;
import org.peerlock.registry.TaggedBytes;
import org.peerlock.registry.testkit.Eventually;

/** What can be tested in the process itself, with H2. */
class H2Test {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"", ";WRITE_DELAY=500", ";WRITE_DELAY=1"})
    void aDatabaseThatWritesLaterIsRefused(String setting) throws Exception {
        try (RegistryStore store = open("jdbc:h2:file:" + directory.resolve("delayed") + setting)) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("WRITE_DELAY is not 0");
        }
    }

    @Test
    void aDatabaseInMemoryIsServedWithAWarning() throws Exception {
        try (LogLines log = new LogLines(JdbcRegistryStore.class);
                RegistryStore store = open("jdbc:h2:mem:warned")) {
            assertThat(read(store)).isEqualTo(TaggedBytes.ABSENT);
            assertThat(log.lines()).singleElement().asString().contains("in the memory of an H2 process");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1x", "-", "+1", " 1", "01"})
    void aTagThatTheStoreNeverGaveIsTheTagOfNoContent(String decoration) throws Exception {
        try (RegistryStore store = open("jdbc:h2:mem:tags;DB_CLOSE_DELAY=-1")) {
            TaggedBytes first = writeFirst(store);
            assertThat(write(store, decoration, "second")).isFalse();
            assertThat(write(store, decoration.replace("1", "") + first.tag(), "second"))
                    .isFalse();
            assertThat(write(store, "0" + first.tag(), "second")).isFalse();
            assertThat(read(store)).isEqualTo(first);
        }
    }

    @Test
    void aConnectionGoesBackToItsPoolAsItCame() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:pooled;DB_CLOSE_DELAY=-1");
        JdbcConnectionPool pool = JdbcConnectionPool.create(source);
        pool.setMaxConnections(1);
        try (Connection connection = pool.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        }
        RegistryStore store = JdbcRegistryStore.of(pool).open(newCluster());
        TaggedBytes first = writeFirst(store);
        assertThat(first.isEmpty()).isFalse();
        assertThat(pool.getActiveConnections()).as("the store keeps one").isEqualTo(1);
        store.close();
        assertThat(pool.getActiveConnections()).isZero();
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
        pool.dispose();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a;b", "a.b.c", "a'", "1a", "a.", "\"a\""})
    void aTableHasAnOrdinaryName(String table) {
        assertThatThrownBy(() -> JdbcRegistryStore.of(new JdbcDataSource(), table))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aClusterWhoseNameIsTooLongIsRefused() {
        assertThatThrownBy(() -> JdbcRegistryStore.of(new JdbcDataSource()).open("c".repeat(65)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theVerdictOnADatabaseInMemoryIsAWarning() throws Exception {
        try (RegistryStore store = open("jdbc:h2:mem:judged")) {
            assertThat(store.durability(LONG).settings()).containsEntry("in memory", "yes");
            assertThat(store.durability(LONG).verdict()).contains("two processes may hold one lock");
        }
    }

    @Test
    void aNodeOpensTheStoreOfItsClusterAndClosesIt() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:joined;DB_CLOSE_DELAY=-1");
        JdbcConnectionPool pool = JdbcConnectionPool.create(source);
        RegistryStoreFactory registry = JdbcRegistryStore.of(pool);
        try (Peerlock peerlock = Peerlock.builder("orders").registry(registry).join()) {
            assertThat(peerlock.members()).hasSize(1);
            assertThat(pool.getActiveConnections()).isEqualTo(1);
        }
        Eventually.await("the store has given its connection back", () -> pool.getActiveConnections() == 0);
        try (RegistryStore store = registry.open("orders");
                RegistryStore other = registry.open("other")) {
            assertThat(read(store).isEmpty()).isFalse();
            assertThat(read(other)).isEqualTo(TaggedBytes.ABSENT);
        }
    }
}
