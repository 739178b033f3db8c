package org.peerlock.bench.jmh;

import org.openjdk.jmh.annotations.Threads;

/** One thread. */
@Threads(1)
public class UncontendedLock extends RetainedLock {}
