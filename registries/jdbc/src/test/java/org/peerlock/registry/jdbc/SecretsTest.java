package org.peerlock.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.peerlock.registry.jdbc.Calls.newCluster;
import static org.peerlock.registry.jdbc.Calls.open;
import static org.peerlock.registry.jdbc.Calls.read;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.testkit.ServerProgram;

/** Nobody sees a password: not in a description, not in an exception or its causes, not in a log. */
class SecretsTest {

    private static final String SECRET = "s3cr3t";

    private static String trace(ThrowableAssert.ThrowingCallable call) {
        StringWriter trace = new StringWriter();
        assertThatThrownBy(call)
                .satisfies(e -> e.printStackTrace(new PrintWriter(trace)))
                .isNotNull();
        return trace.toString();
    }

    private static void refusesAWrongPassword(String url) throws IOException {
        try (LogLines log = new LogLines(JdbcRegistryStore.class);
                RegistryStore store = open(url)) {
            assertThat(trace(() -> read(store)))
                    .contains(" refuses the user or the password; correct them in the URL")
                    .doesNotContain(SECRET);
            assertThat(store.describe()).contains("table peerlock_registry").doesNotContain(SECRET, "keeper", "?", ";");
            assertThat(String.join("\n", log.lines())).doesNotContain(SECRET);
        }
    }

    @Test
    void aWrongPasswordOfPostgreSqlIsAClearSentence(@TempDir Path directory) throws Exception {
        try (DatabaseServer server = PostgreSqlServer.in(directory)) {
            refusesAWrongPassword(server.withCredentials(server.url(server.address), SECRET));
        }
    }

    @Test
    void aWrongPasswordOfMariaDbIsAClearSentence(@TempDir Path directory) throws Exception {
        try (DatabaseServer server = MariaDbServer.in(directory)) {
            String url = server.url(server.address);
            refusesAWrongPassword(server.withCredentials(url, SECRET));
            refusesAWrongPassword(url.replace("mariadb", "mysql") + "?user=keeper&password=" + SECRET);
        }
    }

    @Test
    void aWrongPasswordOfH2IsAClearSentence() throws Exception {
        try (RegistryStore first = open("jdbc:h2:mem:guarded;USER=keeper;PASSWORD=right")) {
            read(first);
            refusesAWrongPassword("jdbc:h2:mem:guarded;USER=keeper;PASSWORD=" + SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "mysql"})
    void noServerIsAClearSentence(String kind) throws Exception {
        String place = "127.0.0.1:" + ServerProgram.freePort() + "/app";
        try (RegistryStore store = open("jdbc:" + kind + "://" + place + "?user=keeper&password=" + SECRET)) {
            assertThat(trace(() -> read(store)))
                    .contains("cannot connect to jdbc:" + kind + "://" + place)
                    .doesNotContain(SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:unknown://host/app?password=s3cr3t", "jdbc:unknown://keeper:s3cr3t@host/app", "jdbc:s3cr3t"
            })
    void aMissingDriverIsAClearSentence(String url) {
        assertThat(trace(() -> open(url)))
                .contains("IllegalArgumentException: no JDBC driver on the class path accepts jdbc:")
                .doesNotContain("s3cr3t");
    }

    /** The driver itself would log it. */
    @Test
    void aUserBeforeTheAddressOfPostgresqlIsRefusedBeforeTheDriverSeesIt() {
        assertThat(trace(() -> open("jdbc:postgresql://keeper:s3cr3t@host/app")))
                .contains("takes no user before the address")
                .doesNotContain("s3cr3t");
    }

    @Test
    void aPasswordFromTheEnvironmentIsNotShownEither() throws Exception {
        Connector connector = UrlConnector.of("jdbc:postgresql://127.0.0.1:1/app", "keeper", SECRET);
        try (RegistryStore store = new JdbcRegistryStore(connector, newCluster(), "registry")) {
            assertThat(store.describe()).doesNotContain(SECRET);
            assertThat(trace(() -> read(store))).doesNotContain(SECRET);
            assertThat(connector.secrets()).contains(SECRET);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h1:5432/app, jdbc:postgresql://h1:5432/app",
        "jdbc:postgresql://h1:5432/app?user=u&password=p, jdbc:postgresql://h1:5432/app",
        "jdbc:mysql://u:p@h1:3306/app, jdbc:mysql://h1:3306/app",
        "jdbc:mysql://u:p@x@h1:3306/app?a=b, jdbc:mysql://h1:3306/app",
        "jdbc:mysql://u:p?x@h1:3306/app, jdbc:mysql://",
        "jdbc:mysql://h1/app?user=u@x, jdbc:mysql://",
        "'jdbc:mysql://(host=h1,password=p)/app', jdbc:mysql://",
        "jdbc:oracle:thin:u/p@//h1:1521/app, jdbc:oracle:thin://h1:1521/app",
        "jdbc:h2:tcp://h1/./app;PASSWORD=p, jdbc:h2:tcp://h1/./app",
        "jdbc:sqlserver://h1;databaseName=app;password=p, jdbc:sqlserver://h1",
    })
    void aUrlIsShownWithoutCredentialsAndParameters(String url, String location) {
        assertThat(JdbcUrl.location(url)).isEqualTo(location);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No suitable driver found for jdbc:x://h1/app?user=u&password=s3cr3t",
                "cannot parse jdbc:x://u:s3cr3t@h1/app",
                "bad settings: {user=u, password=s3cr3t}",
                "the server said s3cr3t",
            })
    void whatADriverSaysIsShownWithoutSecrets(String message) {
        SQLException exception = new SQLException("outer", "08001", new SQLException(message));
        assertThat(DriverMessage.of(exception, Set.of("s3cr3t")))
                .contains("outer: ")
                .doesNotContain("s3cr3t");
        assertThat(DriverMessage.of(exception, JdbcUrl.secrets("jdbc:x://h1/app?password=s3%63r3t")))
                .doesNotContain("s3cr3t");
    }
}
