package org.peerlock.cli.demo;

/**
 * Somebody has come in.
 *
 * @param at when, by {@link System#nanoTime}
 * @param answer what it is told, or was
 */
record CriticalSectionEntry(int node, long fence, long at, String answer) {}
