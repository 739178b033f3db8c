/** PostgreSQL under load: its advisory locks are numbers that a session holds, and stand for what the application wants. */
@NullMarked
package org.peerlock.bench.peers.postgresql;

import org.jspecify.annotations.NullMarked;
