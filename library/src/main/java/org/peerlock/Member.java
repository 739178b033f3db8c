package org.peerlock;

import java.time.Duration;

/**
 * A process that is registered in the cluster, as this process sees it.
 *
 * @param peer the process
 * @param version the version of its library, as in {@link Peerlock#version}; empty if it is not
 *     known yet
 * @param lease for this process: for how long it may act if its lease is not renewed. For another
 *     process: for how long the cluster waits for it at least, if it is not seen to renew its
 *     lease; zero once it may be evicted
 * @param epoch the epoch of the current membership view, if the process is in it; 0 if it is still
 *     joining
 */
public record Member(Peer peer, String version, Duration lease, long epoch) {}
