/**
 * Traces of runs, and their display for people: lanes, space-time diagrams, sequence diagrams,
 * ShiViz logs.
 */
@NullMarked
package org.peerlock.lab.trace;

import org.jspecify.annotations.NullMarked;
