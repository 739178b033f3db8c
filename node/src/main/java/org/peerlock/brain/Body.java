package org.peerlock.brain;

import org.peerlock.brain.word.Gates;

/** What a node keeps from one {@link Life} to the next. */
record Body(Settings settings, Gates gates, Locks locks, Outside outside, Tally tally) {}
