package org.peerlock.algorithm;

/** Names a timer of a node. */
public record TimerId(String name) {}
