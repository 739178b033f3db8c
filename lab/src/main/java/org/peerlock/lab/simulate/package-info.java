/**
 * Discrete-event simulation in virtual time: the same seed gives the same run.
 *
 * <p>{@link org.peerlock.lab.simulate.Simulator} delivers messages and timers to processes of any
 * kind. An {@link org.peerlock.lab.simulate.Experiment} runs the nodes of an algorithm as
 * processes, lets applications request, hold and release, checks the properties, and measures.
 */
@NullMarked
package org.peerlock.lab.simulate;

import org.jspecify.annotations.NullMarked;
