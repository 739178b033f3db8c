package org.peerlock.bench.jmh;

import org.openjdk.jmh.annotations.Threads;

/** Two threads of the process contend for the lock. */
@Threads(2)
public class ContendedLock extends RetainedLock {}
