package org.peerlock.internal.transport;

/** What carries the packets of a connection. */
public enum ConnectionKind {
    /** A Unix socket: both ends are on one machine. */
    UNIX_SOCKET,
    /** TCP that is not encrypted. */
    PLAIN_TCP,
    /** TCP that is encrypted by TLS. */
    TLS
}
