package org.peerlock.bench.jmh;

import org.openjdk.jmh.annotations.Threads;

/** One thread uses the lock. */
@Threads(1)
public class UncontendedLock extends RetainedLock {}
