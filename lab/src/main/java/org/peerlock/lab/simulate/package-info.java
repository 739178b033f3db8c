/**
 * Simulation in virtual time: a seed gives one run, the same every time.
 *
 * <p>{@link org.peerlock.lab.simulate.Simulator} moves messages and timers between processes, whatever these are. An
 * {@link org.peerlock.lab.simulate.Experiment} has the nodes of an algorithm for processes, lets applications ask, hold and
 * leave, asserts that nothing goes wrong, and measures.
 */
@NullMarked
package org.peerlock.lab.simulate;

import org.jspecify.annotations.NullMarked;
