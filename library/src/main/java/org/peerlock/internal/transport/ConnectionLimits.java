package org.peerlock.internal.transport;

import org.peerlock.internal.os.OpenFiles;

/**
 * Limits for connections that other processes open.
 *
 * @param maxUnidentified how many connections there may be before their handshake is complete, by
 *     TCP and by Unix sockets each
 * @param maxInbound how many connections after the handshake
 * @param handshakeMillis how long a handshake may take
 * @param unixSockets whether {@link UnixSocket}s are used in both directions, if the machine has
 *     them
 */
record ConnectionLimits(int maxUnidentified, int maxInbound, long handshakeMillis, boolean unixSockets) {

    /** Strangers alone cannot use up the file descriptors of this process. */
    static final ConnectionLimits NORMAL =
            new ConnectionLimits(OpenFiles.share(8, 256), OpenFiles.share(2, 1024), 5_000, true);

    ConnectionLimits withoutUnixSockets() {
        return new ConnectionLimits(maxUnidentified, maxInbound, handshakeMillis, false);
    }

    /** The largest frame before the handshake. */
    static final int STRANGERS_FRAME = 1024;

    /** The largest frame after the handshake. */
    static final int FRAME = 64 << 20;
}
