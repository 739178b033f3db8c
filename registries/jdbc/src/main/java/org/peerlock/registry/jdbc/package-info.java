/**
 * Keeps the registry of a cluster in a table of a SQL database:
 * {@link org.peerlock.registry.jdbc.JdbcRegistryStore}.
 */
@NullMarked
package org.peerlock.registry.jdbc;

import org.jspecify.annotations.NullMarked;
