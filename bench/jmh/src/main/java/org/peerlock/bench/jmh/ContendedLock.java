package org.peerlock.bench.jmh;

import org.openjdk.jmh.annotations.Threads;

/** Two threads of the process want it all the time. */
@Threads(2)
public class ContendedLock extends RetainedLock {}
