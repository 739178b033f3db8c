package org.peerlock.registry.jdbc;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The driver of MySQL, on a MariaDB server. {@link MariaDbTest} uses both drivers in every build. */
@Tag("long")
class MySqlDriverConformanceTest extends MariaDbConformanceTest {

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return MariaDbServer.forDriverOfMySql(super.url(servers));
    }
}
