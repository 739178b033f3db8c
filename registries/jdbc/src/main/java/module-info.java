/** Keeps the registry of a cluster in a table of a SQL database. */
module org.peerlock.registry.jdbc {
    requires transitive java.sql;
    requires transitive org.peerlock;
    requires org.slf4j;
    requires static org.jspecify;

    provides org.peerlock.registry.RegistryStoreProvider with
            org.peerlock.registry.jdbc.JdbcRegistryStoreProvider;

    exports org.peerlock.registry.jdbc;
}
