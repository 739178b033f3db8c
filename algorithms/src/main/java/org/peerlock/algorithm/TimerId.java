package org.peerlock.algorithm;

/** The name of a timer at a node. */
public record TimerId(String name) {}
