package org.peerlock;

import java.time.Duration;

/**
 * A process that is registered in the cluster, as seen from this one.
 *
 * @param peer which process
 * @param version of the library there, as {@link Peerlock#version} has it; empty if that is not known
 * @param lease of this process: how long it may go on if the lease is not renewed. Of another: how long it will at least be
 *     waited for if it is not seen to renew; zero once others may do without it
 * @param epoch that of the current view, if the process is a member of it; 0 if it waits to become one
 */
public record Member(Peer peer, String version, Duration lease, long epoch) {}
