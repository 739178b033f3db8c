package org.peerlock.cli.demo;

/**
 * A node has entered the critical section.
 *
 * @param at when, by {@link System#nanoTime}
 * @param answer the answer to its request to read
 */
record CriticalSectionEntry(int node, long fence, long at, String answer) {}
