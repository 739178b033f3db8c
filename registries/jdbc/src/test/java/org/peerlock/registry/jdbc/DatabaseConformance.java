package org.peerlock.registry.jdbc;

import java.net.InetSocketAddress;
import java.util.List;
import org.peerlock.registry.testkit.ServerRegistryStoreConformance;

/** The conformance tests on a database server, which all test methods of a class share. */
abstract class DatabaseConformance extends ServerRegistryStoreConformance {

    abstract DatabaseServer server();

    @Override
    protected List<InetSocketAddress> servers() {
        return List.of(server().address);
    }

    @Override
    protected String url(List<InetSocketAddress> servers) {
        return server().withCredentials(server().url(servers.get(0)), DatabaseServer.PASSWORD);
    }

    @Override
    protected void killServer() {
        server().kill();
    }

    @Override
    protected void restartServer() throws Exception {
        server().start();
    }

    @Override
    protected void delete() throws Exception {
        server().execute("DELETE FROM peerlock_registry WHERE cluster = '" + cluster() + "'");
    }
}
