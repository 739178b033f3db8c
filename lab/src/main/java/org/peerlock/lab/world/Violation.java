package org.peerlock.lab.world;

import org.peerlock.algorithm.Property;

/** A property that does not hold, and a sentence about what happened. */
public record Violation(Property property, String sentence) {}
