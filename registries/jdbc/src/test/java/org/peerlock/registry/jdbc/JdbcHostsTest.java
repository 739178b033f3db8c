package org.peerlock.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts a URL names: a node advertises the address from which it reaches them. */
class JdbcHostsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db1:5432,db2/app?user=a&password=b | db1 db2",
                "jdbc:postgresql://[2001:db8::1]:5432/app | 2001:db8::1",
                "jdbc:mariadb:replication://10.0.0.1,10.0.0.2:3307/app | 10.0.0.1 10.0.0.2",
                "jdbc:mysql://ada:s3cret@db:3306/app | db",
                "jdbc:h2:tcp://localhost:9092/app | localhost",
                "jdbc:sqlserver://db\\one:1433;databaseName=app | db",
                "jdbc:oracle:thin:@//db:1521/app | db",
                "jdbc:postgresql:app | ''",
                "jdbc:h2:mem:app | ''",
                "jdbc:h2:file:/data//app | ''"
            })
    void areTheServersOfTheUrl(String url, String hosts) {
        assertThat(JdbcUrl.hosts(url)).isEqualTo(hosts.isEmpty() ? List.of() : List.of(hosts.split(" ", -1)));
    }
}
