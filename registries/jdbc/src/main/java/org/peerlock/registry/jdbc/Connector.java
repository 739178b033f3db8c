package org.peerlock.registry.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Opens connections to the database. */
interface Connector {

    /** Opens a connection, within this time if the driver can be told so. */
    Connection connect(Duration limit) throws SQLException;

    /** The hosts that it may connect to; empty if the database is on this machine. May connect to find out. */
    List<String> hosts() throws SQLException;

    /** Where it connects to, without secrets. */
    String location();

    /** The texts that it knows and nobody may see. */
    Set<String> secrets();
}
