/**
 * PostgreSQL's advisory locks: numbers that a session locks, with a meaning that the application
 * gives them.
 */
@NullMarked
package org.peerlock.bench.peers.postgresql;

import org.jspecify.annotations.NullMarked;
