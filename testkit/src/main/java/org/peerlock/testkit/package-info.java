/**
 * Whole nodes in one thread and virtual time: the brains that run live, with a network, a cell, clocks and an application
 * that are simulated, and can fail in every way that they are made to bear.
 *
 * <p>{@link org.peerlock.testkit.PeerlockTestCluster} is for the tests of applications; the rest tests Peerlock itself.
 */
@NullMarked
package org.peerlock.testkit;

import org.jspecify.annotations.NullMarked;
