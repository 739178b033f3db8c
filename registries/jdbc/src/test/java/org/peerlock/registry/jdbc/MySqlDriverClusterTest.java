package org.peerlock.registry.jdbc;

import org.junit.jupiter.api.Tag;

/** The driver of MySQL, on a MariaDB server. */
@Tag("long")
class MySqlDriverClusterTest extends MariaDbClusterTest {

    @Override
    protected String url() {
        return MariaDbServer.forDriverOfMySql(super.url());
    }
}
