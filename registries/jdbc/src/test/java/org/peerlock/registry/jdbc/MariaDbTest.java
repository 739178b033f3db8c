package org.peerlock.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.jdbc.Calls.LONG;
import static org.peerlock.registry.jdbc.Calls.newCluster;
import static org.peerlock.registry.jdbc.Calls.open;
import static org.peerlock.registry.jdbc.Calls.read;
import static org.peerlock.registry.jdbc.Calls.write;
import static org.peerlock.registry.jdbc.Calls.writeFirst;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.peerlock.registry.Durability;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.RegistryStores;
import org.peerlock.registry.TaggedBytes;

/** What MariaDB and MySQL do that other databases do not do, or do otherwise. */
class MariaDbTest {

    private static MariaDbServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        server = MariaDbServer.in(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url(String driver) {
        return driver.equals("mysql") ? MariaDbServer.forDriverOfMySql(server.url()) : server.url();
    }

    /** The drivers themselves override the server's default, but not that of the URL. */
    @ParameterizedTest
    @CsvSource({"mariadb, ''", "mysql, ''", "mariadb, &autocommit=false"})
    void eachWriteIsCommittedAlthoughTheDefaultIsOtherwise(String driver, String parameter) throws Exception {
        server.execute("SET GLOBAL autocommit = 0");
        String cluster = newCluster();
        try (RegistryStore one = RegistryStores.open(url(driver) + parameter, cluster);
                RegistryStore other = RegistryStores.open(url(driver) + parameter, cluster)) {
            assertThat(read(other)).isEqualTo(TaggedBytes.ABSENT);
            TaggedBytes first = writeFirst(one);
            assertThat(read(other)).isEqualTo(first);
            assertThat(write(other, first.tag(), "second")).isTrue();
            assertThat(read(one)).isEqualTo(read(other)).isNotEqualTo(first);
        } finally {
            server.execute("SET GLOBAL autocommit = 1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "innodb_flush_log_at_trx_commit, 2, 1, innodb_flush_log_at_trx_commit is 2; set it to 1",
        "innodb_flush_log_at_trx_commit, 0, 1, innodb_flush_log_at_trx_commit is 0; set it to 1",
        "sync_binlog, 0, 1, sync_binlog is 0",
        "binlog_format, STATEMENT, MIXED, binlog_format is STATEMENT",
        "read_only, 1, 0, this server is read-only",
    })
    void aServerWithAnUnsafeSettingIsRefused(String setting, String unsafe, String safe, String sentence)
            throws Exception {
        server.execute("SET GLOBAL " + setting + " = " + unsafe);
        try {
            for (String driver : new String[] {"mariadb", "mysql"}) {
                try (RegistryStore store = open(url(driver))) {
                    assertThatThrownBy(() -> read(store))
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining(" cannot keep the registry: ")
                            .hasMessageContaining(sentence);
                }
            }
        } finally {
            server.execute("SET GLOBAL " + setting + " = " + safe);
        }
    }

    @Test
    void aTableOfAnotherEngineIsRefused() throws Exception {
        server.execute("CREATE TABLE unsafe (cluster varchar(64) PRIMARY KEY, version bigint NOT NULL,"
                + " content longblob NOT NULL) ENGINE=MyISAM");
        MariaDbDataSource source = new MariaDbDataSource(server.url());
        try (RegistryStore store = JdbcRegistryStore.of(source, "unsafe").open(newCluster())) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("is MyISAM; set it to InnoDB");
        }
        try (RegistryStore store = JdbcRegistryStore.of(source, "app.unsafe").open(newCluster())) {
            assertThatThrownBy(() -> read(store)).hasMessageContaining("is MyISAM; set it to InnoDB");
        }
    }

    @Test
    void clustersWhoseNamesDifferInCaseHaveDifferentRegistries() throws Exception {
        String cluster = newCluster();
        try (RegistryStore lower = RegistryStores.open(server.url(), cluster);
                RegistryStore upper = RegistryStores.open(server.url(), cluster.toUpperCase(Locale.ROOT))) {
            TaggedBytes first = writeFirst(lower);
            assertThat(read(upper)).isEqualTo(TaggedBytes.ABSENT);
            assertThat(write(upper, TaggedBytes.ABSENT.tag(), "other")).isTrue();
            assertThat(read(lower)).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void theSettingsThatKeepWritesCanBeAskedFor(String driver) throws Exception {
        try (RegistryStore store = open(url(driver))) {
            Durability durability = store.durability(LONG);
            assertThat(durability.settings())
                    .containsEntry("innodb_flush_log_at_trx_commit", "1")
                    .containsEntry("sync_binlog", "1")
                    .containsKeys("version", "log_bin", "binlog_format", "read_only");
            assertThat(durability.verdict()).startsWith("Each write waits for the disk of this server.");
        }
    }
}
